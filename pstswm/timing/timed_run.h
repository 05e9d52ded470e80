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

/* Of the times of steps the shortest, the median and the longest. */
void timed_run_summarize(struct timed_run *run, const double *us, int steps);

/* Takes the errors of a level, and how far its invariants are from those at the start, if they are
 * larger than what is known. */
void timed_run_judge(struct timed_run *run, struct model_errors errors, struct invariants now,
                     struct invariants start);

/* In 10^6 operations a second, by the printed number of them (struct truncation); 0 if none is. */
double timed_run_mflops(const struct timed_run *run, const struct model *model, int steps);
