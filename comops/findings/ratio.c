/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/findings/ratio.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

static struct interval including(struct interval interval, double value)
{
    return (struct interval){fmin(interval.low, value), fmax(interval.high, value)};
}

/* Of the times of `count` launches, and the ratio of each. */
static void conclude(struct ratio *ratio, double *of_a, double *of_b, double *ratios, size_t count)
{
    ratio->value = count ? statistics_median(of_b, count) / statistics_median(of_a, count) : NAN;
    ratio->has_interval =
        statistics_median_interval(ratios, count, STATISTICS_CONFIDENCE, &ratio->interval) &&
        statistics_median_interval(ratios, count, STATISTICS_CONFIDENCE_EQUIVALENCE, &ratio->ci90);
    ratio->interval = including(ratio->interval, ratio->value);
    ratio->ci90 = including(ratio->ci90, ratio->value);
    free(of_a);
    free(of_b);
    free(ratios);
}

/* Keeps the rounds that both have: elsewhere both times and their ratio become negative. Returns
 * how many it keeps. */
static size_t match_rounds(double *of_a, double *of_b, double *ratios, size_t count)
{
    size_t matched = 0;

    for (size_t i = 0; i < count; i++) {
        const bool both = of_a[i] > 0 && of_b[i] >= 0;

        ratios[i] = both ? of_b[i] / of_a[i] : -1;
        if (!both)
            of_a[i] = of_b[i] = -1;
        matched += both;
    }
    return matched;
}

struct ratio cell_ratio(const struct cell *a, const struct cell *b)
{
    const struct cell *shorter = a->block_count < b->block_count ? a : b;
    double *of_a = cell_blocks(a), *of_b = cell_blocks(b);
    double *ratios = memory_or_die(malloc((shorter->block_count + 1) * sizeof *ratios));
    struct ratio ratio = {.blocks = match_rounds(of_a, of_b, ratios, shorter->block_count),
                          .launches = shorter->launch_count};

    ratio.has_levels =
        levels_estimate(ratios, shorter->launches, shorter->launch_count, &ratio.levels);
    const size_t count = cell_by_launch(shorter, ratios);

    cell_by_launch(shorter, of_a);
    cell_by_launch(shorter, of_b);
    conclude(&ratio, of_a, of_b, ratios, count);
    return ratio;
}

struct ratio ratio_of_launches(const struct cell *a, const struct cell *b)
{
    double *of_a = cell_launches(a), *of_b = cell_launches(b);
    double *ratios = memory_or_die(malloc(a->launch_count * sizeof *ratios));
    struct ratio ratio = {0};
    size_t count = 0;

    for (size_t i = 0, j = 0; i < a->launch_count && j < b->launch_count;) {
        const uint32_t mine = a->launch_numbers[i], other = b->launch_numbers[j];

        if (mine == other && of_a[i] > 0 && of_b[j] >= 0) {
            ratios[count] = of_b[j] / of_a[i];
            of_a[count] = of_a[i]; /* count is at most i and j */
            of_b[count++] = of_b[j];
        }
        i += mine <= other;
        j += other <= mine;
    }
    ratio.launches = count;
    conclude(&ratio, of_a, of_b, ratios, count);
    return ratio;
}

enum decision ratio_decision(const struct ratio *ratio)
{
    return ratio->has_interval ? decision_of(ratio->interval, ratio->ci90) : DECISION_UNDECIDED;
}

bool ratio_precise(const struct ratio *ratio, double precision)
{
    return ratio->has_interval &&
           statistics_relative_half_width(ratio->interval, ratio->value) <= precision;
}

json_t *ratio_record(const char *kind, const struct cell *a, const struct cell *b,
                     const struct ratio *ratio)
{
    return json_pack(
        "{ss so so sf so so ss so* so* sI sb}", "record", kind, "a", cell_key(a), "b", cell_key(b),
        "ratio", ratio->value, "ci95", interval_json(ratio->has_interval, ratio->interval), "ci90",
        interval_json(ratio->has_interval, ratio->ci90), "decision",
        decision_names[ratio_decision(ratio)], "spread",
        spread_json(ratio->has_levels, ratio->levels), "rounds",
        ratio->blocks ? json_integer((json_int_t)ratio->blocks) : NULL, "launches",
        (json_int_t)ratio->launches, "oversubscribed", a->oversubscribed || b->oversubscribed);
}

json_t *ratio_pair_record(const struct cell *a, const struct cell *b)
{
    const struct ratio ratio = cell_ratio(a, b);

    return ratio.blocks ? ratio_record("pair", a, b, &ratio) : NULL;
}
