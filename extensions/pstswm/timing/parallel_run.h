/* SPDX-License-Identifier: BSD-3-Clause */
/* A run on several ranks, timed as a serial one is (timed_run.h). */
#pragma once

#include "extensions/pstswm/parallel/parallel_model.h"
#include "extensions/pstswm/timing/timed_run.h"

struct parallel_run {
    struct timed_run run;      /* seconds from the first rank's start to the last one's end */
    double shares[ACTIVITIES]; /* of the time, the mean over all ranks */
};

/* Called by all ranks of the team together. The result is the same on all ranks, except for the
 * times of steps. */
struct parallel_run parallel_run(struct parallel_model *parallel, const struct team *team,
                                 struct test_case test, int steps);
