/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/dose.h"

#include "comops/arena.h"

#include <math.h>
#include <string.h>

/* A run shorter than this many readings of the clock is measured in a loop if its runs cannot
 * overlap: the reading itself would be 5 % of it. */
static const double isolated_least = 20;
/* A sample lasts this many steps of the clock, so that a step is 0.2 % of it. */
static const double sample_steps = 500;
/* Out of sleep a core takes a while to be itself again. */
static const double warm_up_ns = 1e5;
static const double comops_loop_ns = 1e7;

enum { WARMUPS_MOST = 500 };

double dose_clamp(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

uint32_t dose_warmups(double run_ns)
{
    return (uint32_t)dose_clamp(warm_up_ns / run_ns, 1, WARMUPS_MOST);
}

struct dose dose_of(const struct clock_quality *clock, const char *method, bool closed,
                    double run_ns, double fastest_ns)
{
    const double reading = clock->step_ns + clock->cost_ns;
    struct dose dose = {.runs = 1, .stamps_per_sample = 1, .warmups = dose_warmups(run_ns)};

    if (strcmp(method, "comops") == 0) {
        dose.loop = true;
        dose.runs = (uint32_t)dose_clamp(ceil(comops_loop_ns / run_ns), 10, 100000);
    } else if (closed && fastest_ns < isolated_least * reading) {
        dose.loop = true;
        dose.runs = (uint32_t)dose_clamp(ceil(sample_steps * reading / run_ns), 2, 100000);
    } else {
        dose.stamps_per_sample =
            (uint32_t)dose_clamp(ceil(sample_steps * clock->step_ns / run_ns), 1, ARENA_STAMPS);
    }
    return dose;
}
