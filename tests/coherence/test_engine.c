/* SPDX-License-Identifier: BSD-3-Clause */
/* The cases of cases.c; errors that are planted in the engine must make at least one of them fail.
 */
#define TAP_OWN_MAIN
#include "tests/coherence/planted.h"
#include "tests/coherence/steps.h"
#include "tests/tap.h"

#include <string.h>

static const char *const errors[PLANTED] = {
    [PLANTED_STALE_COPIES] = "copies that are not invalidated are found",
    [PLANTED_FREE_QUEUEING] = "queueing that takes no time is found",
    [PLANTED_EARLY_VALUES] = "values that are visible too early are found",
    [PLANTED_UNORDERED] = "stores that commit out of order are found",
    [PLANTED_ENDLESS_CACHES] = "caches without an end are found",
    [PLANTED_LOST_WAKEUPS] = "a lost wake-up is found",
    [PLANTED_FOUND_IN_MEMORY] = "modified lines that come from memory are found",
};
static int current, failures;

static void step_fails(const struct steps *steps, int step, double end, unsigned value)
{
    failures++;
    if (planted == PLANTED_NOTHING)
        printf("# %s: step %d ends at %.3f ns, not %g, with %u\n", steps->name, step, end,
               steps->step[step].end, value);
}

static void case_run(void)
{
    failures = 0;
    steps_run(&cases[current], step_fails);
    CHECK(failures == 0);
}

static void error_find(void)
{
    int found = 0;

    for (int i = 0; i < case_count; i++) {
        failures = 0;
        steps_run(&cases[i], step_fails);
        if (failures && found++ == 0)
            printf("# first by: %s\n", cases[i].name);
    }
    CHECK(found > 0);
}

int main(void)
{
    for (current = 0; current < case_count; current++)
        tap_run(cases[current].name, case_run);
    for (planted = PLANTED_NOTHING + 1; planted < PLANTED; planted++)
        tap_run(errors[planted], error_find);
    return tap_done();
}
