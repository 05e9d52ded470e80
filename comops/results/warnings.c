/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/warnings.h"

#include "comops/statistics/shape.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct warning warnings_all[WARNINGS] = {
    {"too-few-samples", "there is no interval; give more time with --budget"},
    {"first-run-slow", "the first sample of a launch is slower than the rest: pages, caches or the "
                       "core's frequency are not settled when it begins"},
    {"drifting", "the machine changes while it measures; let it rest, fix the frequency, or take "
                 "the ratios, in which drift cancels"},
    {"two-modes", "the samples fall into two heaps and the median may be of either: look at the "
                  "frequency governor, huge pages and where the buffers lie"},
    {"noisy-neighbour", "other work disturbs the ranks; stop it, or keep it off these cores"},
    {"oversubscribed", "more ranks than cores: these times say how they are shared, not how fast "
                       "they are"},
    {"coarse-clock", "the clock's step is over 1 % of a sample; small differences are its own"},
};

static const double first_slow = 1.5;   /* times the median */
static const double noisy_share = 0.05; /* of the samples */
static const double spike = 1.8;        /* times the median: Luecke 2004, section 2 */
static const double step_share = 0.01;
static const double drift_least = 0.05, drift_chance = 0.01;
static const double mode_gap = 0.05; /* between the means, of the median */
enum { SAMPLES_FOR_MODES = 30 };

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
    const double stamps = (double)cell->count * cell->stamps_per_sample + (double)cell->voided;
    size_t spikes = 0;

    for (size_t i = 0; i < cell->count; i++)
        spikes += cell->samples[i] > spike * median;
    return (double)spikes > noisy_share * (double)cell->count ||
           (double)cell->voided > noisy_share * stamps;
}

static bool is_drifting(const struct cell *cell, double median)
{
    double *launches = cell_launches(cell), chance, change;
    size_t count = 0;

    for (size_t i = 0; i < cell->launch_count; i++)
        if (launches[i] >= 0)
            launches[count++] = launches[i];
    const bool trend = shape_trend(launches, count, &chance, &change) && chance < drift_chance &&
                       fabs(change) > drift_least * median;

    free(launches);
    return trend;
}

static bool has_two_modes(const struct cell *cell, double median)
{
    struct modes modes;

    return cell->count >= SAMPLES_FOR_MODES && shape_modes(cell->samples, cell->count, &modes) &&
           modes.high - modes.low > mode_gap * median;
}

unsigned warnings_of(const struct cell *cell, const struct clock_quality *clock)
{
    if (!cell_valid(cell))
        return 0;
    const double median = cell_median(cell);
    const double sample_ns = median * 1e3 * cell->runs * cell->stamps_per_sample;
    struct interval interval;
    unsigned warnings = 0;

    warnings |= (unsigned)!cell_interval(cell, &interval) << WARNING_FEW;
    warnings |= (unsigned)(first_samples(cell) > first_slow * median) << WARNING_FIRST_SLOW;
    warnings |= (unsigned)is_drifting(cell, median) << WARNING_DRIFTING;
    warnings |= (unsigned)has_two_modes(cell, median) << WARNING_TWO_MODES;
    warnings |= (unsigned)is_noisy(cell, median) << WARNING_NOISY;
    warnings |= (unsigned)cell->oversubscribed << WARNING_OVERSUBSCRIBED;
    warnings |= (unsigned)(clock->step_ns > step_share * sample_ns) << WARNING_COARSE_CLOCK;
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
