/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/dose.h"

#include "comops/arena.h"
#include "comops/names.h"

#include <math.h>
#include <string.h>

/* A run shorter than this many readings of the clock is measured in a loop if its runs cannot
 * overlap: the reading itself would be 5 % of it. */
static const double isolated_least = 20;
/* A sample lasts this many steps of the clock, so that a step is 0.2 % of it. */
static const double sample_steps = 500;
/* Out of sleep a core takes a while to be itself again. */
static const double warm_up_ns = 1e5;
/* What others have driven out of the caches is back after so many runs; long ones hardly fit there. */
static const double cache_runs = 4, cache_warm_up_ns = 5e6;
static const double comops_loop_ns = 1e7, imb_loop_ns = 2e6;

enum { WARMUPS_MOST = 500, LUECKE_TRIALS = 51, THESIS_ITERATIONS = 10000, THESIS_ROUNDS = 4 };

const char *const dose_methods[] = {"adaptive", "comops", "imb", "luecke", "thesis", NULL};

int dose_buffers(const char *method)
{
    return strcmp(method, "luecke") == 0 ? BUFFERS_COLD
           : strcmp(method, "imb") == 0  ? BUFFERS_REUSE
                                         : BUFFERS_REWRITE;
}

int dose_rounds(const char *method)
{
    return strcmp(method, "luecke") == 0 ? 1 : strcmp(method, "thesis") == 0 ? THESIS_ROUNDS : 0;
}

double dose_clamp(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

uint32_t dose_warmups(double run_ns)
{
    const double runs = fmax(warm_up_ns / run_ns, fmin(cache_runs, cache_warm_up_ns / run_ns));

    return (uint32_t)dose_clamp(runs, 1, WARMUPS_MOST);
}

struct dose dose_of(const struct clock_quality *clock, const char *method,
                    const struct pattern *pattern, bool prepared, double run_ns, double fastest_ns)
{
    const bool loops = pattern->closed && !pattern->isolated && !prepared;
    const double reading = clock->step_ns + clock->cost_ns;
    struct dose dose = {.runs = 1, .stamps_per_sample = 1, .warmups = dose_warmups(run_ns)};

    /* IMB times its ping-pong and its barrier in a loop, all other operations one by one. */
    const bool imb = strcmp(method, "imb") == 0, imb_loops = pattern->messages > 1 || pattern->synchronises;

    if ((imb || strcmp(method, "comops") == 0) && !pattern->isolated) {
        dose.loop = !imb || imb_loops;
        dose.apart = !dose.loop;
        dose.runs = (uint32_t)dose_clamp(ceil((imb ? imb_loop_ns : comops_loop_ns) / run_ns), 10, 100000);
        dose.block_samples = 1;
    } else if (strcmp(method, "luecke") == 0) {
        dose.block_samples = LUECKE_TRIALS;
    } else if (strcmp(method, "thesis") == 0) {
        dose.block_samples = THESIS_ITERATIONS / THESIS_ROUNDS;
    } else if (loops && fastest_ns < isolated_least * reading) {
        dose.loop = true;
        dose.runs = (uint32_t)dose_clamp(ceil(sample_steps * reading / run_ns), 2, 100000);
    } else {
        dose.stamps_per_sample =
            (uint32_t)dose_clamp(ceil(sample_steps * clock->step_ns / run_ns), 1, ARENA_STAMPS);
        dose.empties = ARENA_EMPTIES;
    }
    return dose;
}
