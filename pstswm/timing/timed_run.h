/* SPDX-License-Identifier: BSD-3-Clause */
/* A run, timed as in Worley 1999: one step, so that code and data have been touched, the initial
 * state again, then the steps that count. */
#pragma once

#include "pstswm/numerics/model.h"
#include "pstswm/numerics/norms.h"

struct timed_run {
    int failed; /* the step in which it blew up; 0: it did not */
    double seconds;
    double shortest_us, median_us, longest_us; /* of the steps */
    struct model_errors errors;                /* at the end, the largest of all levels */
    struct invariants drift;                   /* relative, likewise */
};

struct timed_run timed_run(struct model *model, struct test_case test, int steps);

/* In 10^6 operations a second, by the printed number of them (struct truncation); 0 if none is. */
double timed_run_mflops(const struct timed_run *run, const struct model *model, int steps);
