/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/warnings.h"

#include "comops/statistics/statistics.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_FOR_MODES = 30 };
static const double drift_chance = 0.01;

/* The limits stand in the sentences too. */
const struct warning warnings_all[WARNINGS] = {
    [WARNING_FEW] = {"too-few-samples", "too few samples",
                     "There are too few samples or launches for a 95 % interval.",
                     "Give more time with --budget, or measure fewer cells at once."},
    [WARNING_FIRST_SLOW] =
        {"first-run-slow", "first run slow",
         "Launches begin with samples above 1.5 times the median: pages, caches or the core's "
         "frequency have not settled yet.",
         "The median is not affected; the raw samples show the first run.", 1.5},
    [WARNING_DRIFTING] = {"drifting", "drifting",
                          "Launches become slower or faster in the course of the campaign.",
                          "Let the machine rest, fix its frequency (governor performance) and "
                          "measure again, or use the ratios, in which drift cancels.",
                          0.05},
    [WARNING_TWO_MODES] = {"two-modes", "bimodal",
                           "Timings are bimodal, and the median may lie in either mode: two "
                           "frequencies, or two placements of the pages.",
                           "Check the frequency governor, huge pages and where the buffers lie "
                           "(--memory).",
                           0.05},
    [WARNING_NOISY] =
        {"noisy-neighbour", "noisy neighbour",
         "Over 5 % of the samples are far above the median, or over 5 % of the starts "
         "were late: other work disturbs the ranks.",
         "Stop the other work, keep it off these cores, or use an exclusive node.", 0.05},
    [WARNING_OVERSUBSCRIBED] = {"oversubscribed", "oversubscribed",
                                "There are more ranks than cores.",
                                "Use at most one rank per core: these times show how cores are "
                                "shared, not how fast they are."},
    [WARNING_COARSE_CLOCK] = {"coarse-clock", "coarse clock",
                              "The clock's step is over 1 % of a sample; smaller differences are "
                              "artefacts of the clock.",
                              "Measure many runs at once (--method comops), or larger sizes.",
                              0.01},
};

static double limit_of(int warning)
{
    return warnings_all[warning].limit;
}

/* The median over the launches of their first sample. */
static double first_samples(const struct cell *cell)
{
    double *first = memory_or_die(malloc(cell->launch_count * sizeof *first)), median;
    const double *sample = cell->samples;
    const uint32_t *block = cell->blocks;
    size_t count = 0;

    for (size_t i = 0; i < cell->launch_count; i++) {
        size_t samples = 0;

        for (uint32_t j = 0; j < cell->launches[i]; j++)
            samples += *block++;
        if (samples)
            first[count++] = *sample;
        sample += samples;
    }
    median = statistics_median(first, count);
    free(first);
    return median;
}

static bool is_noisy(const struct cell *cell, double median)
{
    const double stamps =
        (double)(cell->stamp_count ? cell->stamp_count : cell->count) + (double)cell->voided;
    size_t spikes = 0;

    for (size_t i = 0; i < cell->count; i++)
        spikes += cell->samples[i] > STATISTICS_OUTLIER * median;
    return (double)spikes > limit_of(WARNING_NOISY) * (double)cell->count ||
           (double)cell->voided > limit_of(WARNING_NOISY) * stamps;
}

static bool is_drifting(const struct cell *cell, double median)
{
    double *launches = cell_launches(cell), chance, change;
    size_t count = 0;

    for (size_t i = 0; i < cell->launch_count; i++)
        if (launches[i] >= 0)
            launches[count++] = launches[i];
    const bool trend = trend_test(launches, count, &chance, &change) && chance < drift_chance &&
                       fabs(change) > limit_of(WARNING_DRIFTING) * median;

    free(launches);
    return trend;
}

static bool has_two_modes(const struct cell *cell, double median)
{
    struct modes modes;

    return cell->count >= SAMPLES_FOR_MODES &&
           bimodality_test(cell->samples, cell->count, &modes) &&
           modes.high - modes.low > limit_of(WARNING_TWO_MODES) * median;
}

unsigned warnings_of(const struct cell *cell, const struct clock_quality *clock)
{
    if (!cell_valid(cell))
        return 0;
    const double median = cell_median(cell);
    const double sample_ns = median * 1e3 * cell->runs;
    struct interval interval;
    unsigned warnings = 0;

    warnings |= (unsigned)!cell_interval(cell, &interval) << WARNING_FEW;
    warnings |= (unsigned)(first_samples(cell) > limit_of(WARNING_FIRST_SLOW) * median)
                << WARNING_FIRST_SLOW;
    warnings |= (unsigned)is_drifting(cell, median) << WARNING_DRIFTING;
    warnings |= (unsigned)has_two_modes(cell, median) << WARNING_TWO_MODES;
    warnings |= (unsigned)is_noisy(cell, median) << WARNING_NOISY;
    warnings |= (unsigned)cell->oversubscribed << WARNING_OVERSUBSCRIBED;
    warnings |= (unsigned)(clock->step_ns > limit_of(WARNING_COARSE_CLOCK) * sample_ns)
                << WARNING_COARSE_CLOCK;
    return warnings;
}

json_t *warnings_json(unsigned warnings)
{
    json_t *names = json_array();

    for (int i = 0; i < WARNINGS; i++)
        if (warnings & 1u << i)
            json_array_append_new(names, json_string(warnings_all[i].name));
    return names;
}
