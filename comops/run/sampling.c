/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/run/sampling.h"

#include "comops/arena/arena.h"
#include "comops/plan/names.h"

#include <math.h>
#include <string.h>

/* A run shorter than this many readings of the clock is measured in a loop if its runs cannot
 * overlap: the reading itself would be 5 % of it. */
static const double isolated_least = 20;
/* A sample lasts this many steps of the clock, so that a step is 0.2 % of it. */
static const double sample_steps = 500;
/* Out of sleep a core takes a while to be itself again. */
static const double warm_up_ns = 1e5;
/* What others have driven out of the caches is back after so many runs; long ones hardly fit there.
 */
static const double cache_runs = 4, cache_warm_up_ns = 5e6;
static const double comops_loop_ns = 1e7, imb_loop_ns = 2e6;

enum { WARMUPS_MOST = 500, LUECKE_TRIALS = 51, THESIS_ITERATIONS = 10000, THESIS_ROUNDS = 4 };

const char *const sampling_methods[] = {"adaptive", "comops", "imb", "luecke", "thesis", NULL};

int sampling_buffers(const char *method)
{
    return strcmp(method, "luecke") == 0 ? BUFFERS_COLD
           : strcmp(method, "imb") == 0  ? BUFFERS_REUSE
                                         : BUFFERS_REWRITE;
}

int sampling_rounds(const char *method)
{
    return strcmp(method, "luecke") == 0 ? 1 : strcmp(method, "thesis") == 0 ? THESIS_ROUNDS : 0;
}

double sampling_clamp(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

uint32_t sampling_warmups(double run_ns)
{
    const double runs = fmax(warm_up_ns / run_ns, fmin(cache_runs, cache_warm_up_ns / run_ns));

    return (uint32_t)sampling_clamp(runs, 1, WARMUPS_MOST);
}

struct sampling sampling_of(const struct clock_quality *clock, const char *method,
                            const struct pattern *pattern, bool prepared, double run_ns,
                            double fastest_ns)
{
    const bool loops = pattern->non_overlapping && !pattern->isolated && !prepared;
    const double reading = clock->step_ns + clock->cost_ns;
    struct sampling sampling = {
        .runs = 1, .stamps_per_sample = 1, .warmups = sampling_warmups(run_ns)};

    /* IMB times its ping-pong and its barrier in a loop, all other operations one by one. */
    const bool imb = strcmp(method, "imb") == 0,
               imb_loops = pattern->messages > 1 || pattern->synchronises;

    if ((imb || strcmp(method, "comops") == 0) && !pattern->isolated) {
        sampling.loop = !imb || imb_loops;
        sampling.barrier_each = !sampling.loop;
        sampling.runs = (uint32_t)sampling_clamp(
            ceil((imb ? imb_loop_ns : comops_loop_ns) / run_ns), 10, 100000);
        sampling.block_samples = 1;
    } else if (strcmp(method, "luecke") == 0) {
        sampling.block_samples = LUECKE_TRIALS;
    } else if (strcmp(method, "thesis") == 0) {
        sampling.block_samples = THESIS_ITERATIONS / THESIS_ROUNDS;
    } else if (loops && fastest_ns < isolated_least * reading) {
        sampling.loop = true;
        sampling.runs = (uint32_t)sampling_clamp(ceil(sample_steps * reading / run_ns), 2, 100000);
    } else {
        sampling.stamps_per_sample =
            (uint32_t)sampling_clamp(ceil(sample_steps * clock->step_ns / run_ns), 1, ARENA_STAMPS);
        sampling.empty_runs = ARENA_EMPTY_RUNS;
    }
    return sampling;
}
