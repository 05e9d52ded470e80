/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/sampling.h"

#include "comops/arena/arena.h"
#include "comops/arena/meeting.h"

#include <math.h>

/* A run shorter than this many readings of the clock is measured in a loop if its runs cannot
 * overlap: the reading itself would be 5 % of it. */
static const double isolated_least = 20;
/* A loop lasts this many readings of the clock, so that one is 0.2 % of it. */
static const double loop_readings = 500;
/* A core needs a while after sleep to reach its speed. */
static const double warm_up_ns = 1e5;
/* After so many runs the caches are filled again; the data of long runs hardly fit them. */
static const double cache_runs = 4, cache_warm_up_ns = 5e6;

/* Blocks of short runs are no longer than that, whatever their share of time. */
static const double stamps_block_ns = 5e5;

/* Stamps needed to decide that the lead may be shorter. */
enum { LEAD_SHOWN_BY = 16 };
enum { SAMPLES_PER_BLOCK = 10, STAMPS_PER_BLOCK = 256, TRIALS_LEAST = 5 };
enum { EMPTY_LEAST = 8, WARMUPS_MOST = 500, LOOP_LEAST = 10, LOOP_MOST = 100000 };

double sampling_clamp(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

uint32_t sampling_warmups(double run_ns)
{
    const double runs = fmax(warm_up_ns / run_ns, fmin(cache_runs, cache_warm_up_ns / run_ns));

    return (uint32_t)sampling_clamp(runs, 1, WARMUPS_MOST);
}

uint32_t sampling_block_stamps(const struct sampling *sampling, double block_ns, double stamp_ns)
{
    const double fitting = floor(block_ns / stamp_ns);
    double most = SAMPLES_PER_BLOCK;

    if (sampling->within_budget)
        return (uint32_t)sampling_clamp(fitting, TRIALS_LEAST, sampling->block_samples);
    if (sampling->block_samples)
        return sampling->block_samples;
    if (sampling->block_is_sample)
        most = sampling_clamp(stamps_block_ns / stamp_ns, SAMPLES_PER_BLOCK, STAMPS_PER_BLOCK);
    return (uint32_t)sampling_clamp(fitting, 1, most);
}

uint32_t sampling_empty_runs(const struct sampling *sampling, uint32_t stamps)
{
    return sampling->less_empty
               ? (uint32_t)sampling_clamp(stamps / 4, EMPTY_LEAST, ARENA_EMPTY_RUNS)
               : 0;
}

uint64_t sampling_first_lead(double run_ns)
{
    return (uint64_t)sampling_clamp(run_ns / 100, MEETING_LEAD_FIRST, MEETING_LEAD_MOST);
}

uint64_t sampling_lead(uint64_t lead, uint32_t stamps, size_t late)
{
    if (2 * late >= stamps)
        return lead < MEETING_LEAD_MOST ? 2 * lead : lead;
    if (stamps >= LEAD_SHOWN_BY && 4 * late < stamps && lead > MEETING_LEAD_FIRST)
        return lead / 2;
    return lead;
}

struct sampling sampling_of(const struct clock_quality *clock, const struct method *method,
                            const struct pattern *pattern, bool prepared, double run_ns,
                            double fastest_ns)
{
    const bool loops = pattern->non_overlapping && !pattern->isolated && !prepared;
    const double reading = clock->step_ns + clock->cost_ns;
    struct sampling sampling = {.runs = 1, .warmups = sampling_warmups(run_ns)};

    if (method->loop_ns > 0 && !pattern->isolated) {
        sampling.loop = !method->loops_as_imb || pattern->messages > 1 || pattern->synchronises;
        sampling.barrier_each = !sampling.loop;
        sampling.runs =
            (uint32_t)sampling_clamp(ceil(method->loop_ns / run_ns), LOOP_LEAST, LOOP_MOST);
        sampling.block_samples = 1;
    } else if (method->block_samples) {
        sampling.block_samples = method->block_samples;
    } else if (loops && fastest_ns < isolated_least * reading) {
        sampling.loop = true;
        sampling.runs =
            (uint32_t)sampling_clamp(ceil(loop_readings * reading / run_ns), 2, LOOP_MOST);
    } else {
        sampling.block_is_sample = sampling.less_empty = true;
    }
    return sampling;
}
