/* SPDX-License-Identifier: BSD-3-Clause */
#define TAP_OWN_MAIN
#include "tests/coherence/steps.h"
#include "tests/tap.h"

static void step_fails(const struct steps *steps, int step, double end, unsigned value)
{
    printf("# %s: step %d ends at %.3f ns, not %g, with %u\n", steps->name, step, end,
           steps->step[step].end, value);
    tap_good = false;
}

static const struct steps *now;

static void run(void)
{
    steps_run(now, step_fails);
}

int main(void)
{
    for (int i = 0; i < case_count; i++) {
        now = &cases[i];
        tap_run(now->name, run);
    }
    return tap_done();
}
