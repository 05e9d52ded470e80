/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/warnings.h"

#include "comops/statistics/percentile.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAMPLES_FOR_MODES = 30, OFTEN = 5 };
static const double drift_chance = 0.01;
static const double outlier_least_us = 1; /* no interruption of a core is shorter */
/* The least part of a block that counts as another program's work; the kernel's short work is less.
 */
static const double lost_share = 0.01, lost_least_us = 100;

/* The limits stand in the sentences too. */
const struct warning warnings_all[WARNINGS] = {
    [WARNING_FEW] = {"too-few-samples", "too few samples",
                     "There are too few samples or launches for a 95 % interval.",
                     "Increase --budget, or measure fewer cells at once."},
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
                           "Timings are bimodal, and the median may lie in either mode. Two "
                           "frequencies or two placements of the data are possible causes.",
                           "Check the frequency governor, huge pages and where the buffers lie "
                           "(--memory).",
                           0.05},
    [WARNING_PAGE_FAULTS] =
        {"page-faults", "page faults",
         "In over 20 % of the blocks each run had page faults for at least half of a message: the "
         "implementation uses newly allocated memory, for example because a library allocates a "
         "temporary in each call.",
         "Let malloc keep its memory (environment MALLOC_MMAP_THRESHOLD_=33554432 and "
         "MALLOC_TRIM_THRESHOLD_=1073741824) and measure again to see what it costs.",
         0.2},
    [WARNING_NOISY] = {"noisy-neighbour", "noisy neighbour",
                       "In over 5 % of the blocks other programs, or other machines of the same "
                       "host, had the core of a rank for over 1 % of the time.",
                       "Stop them, keep them off these cores, or use an exclusive node.", 0.05},
    [WARNING_LATE] = {"late-starts", "late starts",
                      "Over 5 % of the stamps are void: a rank left the common start late.",
                      "The other stamps count. Check whether another program uses the cores; the "
                      "host of a virtual machine may also slow a core.",
                      0.05},
    [WARNING_OUTLIERS] =
        {"outliers", "outliers",
         "Over 5 % of the stamps are above 1.8 times the median and a microsecond longer, although "
         "no other program had the cores and there were no page faults.",
         "The percentiles show how long they are. Interrupts on these cores, power management, "
         "traffic of other cores to the same memory and contended locks are possible causes.",
         0.05},
    [WARNING_OVERSUBSCRIBED] = {"oversubscribed", "oversubscribed",
                                "There are more ranks than cores.",
                                "Use at most one rank per core: these times show how cores are "
                                "shared, not how fast they are."},
    [WARNING_COARSE_CLOCK] = {"coarse-clock", "coarse clock",
                              "The clock's step is over 1 % of a sample, and the middle half of "
                              "the runs lies within one step; smaller differences are artefacts "
                              "of the clock.",
                              "Measure many runs at once (--method comops), or larger sizes.",
                              0.01},
    [WARNING_CLOCK_OFFSET] = {"clock-offset", "clock offset",
                              "The clocks of two ranks' cores differ by over 2 % of the time, even "
                              "at the bound of the estimate's error.",
                              "Use cores of one package, or another clock source of the kernel "
                              "(/sys/devices/system/clocksource/clocksource0).",
                              0.02},
    [WARNING_NOT_RESOLVED] = {"not-resolved", "not resolved",
                              "Over 5 % of the samples cannot be distinguished from an empty run: "
                              "they are recorded as a tenth of it, and the operation is only known "
                              "to be faster than can be timed.",
                              "Measure many runs at once (--method comops), or larger sizes.",
                              0.05},
    [WARNING_READING] = {"reading", "mostly reading",
                         "Reading the received data, from the reader's own caches, takes over a "
                         "third of the time: ratios of these cells are closer to 1 than those of "
                         "the operations alone.",
                         "Compare with --consume no, which leaves the reading out.", 1.0 / 3},
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

static bool is_late(const struct cell *cell)
{
    const double stamps =
        (double)(cell->stamp_count ? cell->stamp_count : cell->count) + (double)cell->voided;

    return cell->voided >= OFTEN && (double)cell->voided > limit_of(WARNING_LATE) * stamps;
}

/* The kernel's own short work does not count. */
static bool is_lost(const struct block_disturbances *block)
{
    return block->lost_us > fmax(lost_share * block->watched_us, lost_least_us);
}

/* Far above the median also in absolute time, because a timer tick or a distant line is soon a
 * multiple of a short run. Outliers of disturbed blocks are explained and do not count. */
static bool has_outliers(const struct cell *cell, double median)
{
    const double *time = cell->stamp_count ? cell->stamps : cell->samples;
    const uint32_t *counts = cell->stamp_count ? cell->stamp_blocks : cell->blocks;
    const double longer = fmax((STATISTICS_OUTLIER - 1) * median, outlier_least_us / cell->runs);
    size_t outliers = 0, all = 0;

    for (size_t i = 0; i < cell->block_count; time += counts[i++]) {
        const struct block_disturbances *block =
            i < cell->disturbances.block_count ? &cell->disturbances.blocks[i] : NULL;
        const bool disturbed = block && (is_lost(block) || block->faults_per_run >= 1);

        all += counts[i];
        for (uint32_t j = 0; j < counts[i] && !disturbed; j++)
            outliers += time[j] - median > longer;
    }
    return outliers >= OFTEN && (double)outliers > limit_of(WARNING_OUTLIERS) * (double)all;
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

/* Another program is blamed only by the kernel's counts, and only if the ranks do not share cores.
 */
static unsigned disturbances_of(const struct cell *cell, double median)
{
    const struct cell_disturbances *seen = &cell->disturbances;
    const double pages = (double)cell->bytes / (double)sysconf(_SC_PAGESIZE);
    size_t lost = 0, faulting = 0;
    unsigned warnings = 0;

    for (size_t i = 0; i < seen->block_count; i++) {
        lost += is_lost(&seen->blocks[i]);
        faulting += seen->blocks[i].faults_per_run >= fmax(pages / 2, 1);
    }
    const double blocks = (double)seen->block_count;
    const bool faults = (double)faulting > limit_of(WARNING_PAGE_FAULTS) * blocks;

    if (!cell->oversubscribed) {
        warnings |= (unsigned)((double)lost > limit_of(WARNING_NOISY) * blocks) << WARNING_NOISY;
        warnings |= (unsigned)has_outliers(cell, median) << WARNING_OUTLIERS;
    }
    warnings |= (unsigned)faults << WARNING_PAGE_FAULTS;
    warnings |= (unsigned)(!faults && has_two_modes(cell, median)) << WARNING_TWO_MODES;
    return warnings;
}

/* If runs spread over several steps of the clock, their mean is finer than a step. */
static bool is_coarse(const struct cell *cell, const struct clock_quality *clock, double median)
{
    const double step_us = clock->step_ns / 1e3;
    const bool long_step = step_us > limit_of(WARNING_COARSE_CLOCK) * median * cell->runs;

    if (!long_step || !cell->stamp_count)
        return long_step;
    double *sorted = statistics_sorted(cell->stamps, cell->stamp_count);
    const double quarter = percentile_of(sorted, cell->stamp_count, 0.25),
                 three_quarters = percentile_of(sorted, cell->stamp_count, 0.75);

    free(sorted);
    return three_quarters - quarter < step_us;
}

unsigned warnings_of(const struct cell *cell, const struct clock_quality *clock)
{
    if (!cell_valid(cell))
        return 0;
    const double median = cell_median(cell);
    struct interval interval;
    unsigned warnings = 0;

    warnings |= (unsigned)!cell_interval(cell, &interval) << WARNING_FEW;
    warnings |= (unsigned)(first_samples(cell) > limit_of(WARNING_FIRST_SLOW) * median)
                << WARNING_FIRST_SLOW;
    warnings |= (unsigned)is_drifting(cell, median) << WARNING_DRIFTING;
    warnings |= (unsigned)is_late(cell) << WARNING_LATE;
    warnings |= disturbances_of(cell, median);
    warnings |= (unsigned)cell->oversubscribed << WARNING_OVERSUBSCRIBED;
    warnings |= (unsigned)is_coarse(cell, clock, median) << WARNING_COARSE_CLOCK;
    warnings |=
        (unsigned)(cell_clocks_differ(cell) > limit_of(WARNING_CLOCK_OFFSET) * median * cell->runs)
        << WARNING_CLOCK_OFFSET;
    warnings |=
        (unsigned)((double)cell->floored > limit_of(WARNING_NOT_RESOLVED) * (double)cell->count)
        << WARNING_NOT_RESOLVED;
    warnings |= (unsigned)(isfinite(cell->reading_us) &&
                           cell->reading_us > limit_of(WARNING_READING) * median)
                << WARNING_READING;
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
