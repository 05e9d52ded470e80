/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans for the model's workers, and their records. */
#pragma once

#include "comops/commands/pstswm/pstswm_parallel.h"
#include "comops/commands/pstswm/pstswm_workers.h"
#include "pstswm/numerics/truncation.h"

/* An algorithm in a protocol: "srtrans", "(0,1)". */
struct way {
    const char *name, *protocol;
};

struct mesh {
    int columns, rows;
};

/* "T42L16": the truncation and the number of levels. NULL if it is none, with *why, which the
 * caller frees. */
const struct truncation *pstswm_problem(const char *word, int *levels, char **why);

/* The caller owns it. */
json_t *pstswm_plan(const struct parallel_request *request, const char *problem, struct mesh mesh,
                    struct way fourier, struct way legendre, int steps);

/* What the paper calls default: MPI_SENDRECV, and over shared memory get. */
const char *pstswm_default_protocol(const struct pstswm_worker *worker);

/* Runs each path's plans `runs` times, the paths in turn, and returns the fastest record of each
 * plan, with the `times` of all runs: an array for each path, in an array, as `plans` is one too.
 * Prints all records as JSON Lines if the request wants that. NULL, after saying why, if a worker
 * fails, a plan is refused or a run blows up; then *status is the exit status. */
json_t *pstswm_measure(const struct pstswm_workers *workers, const struct parallel_request *request,
                       const json_t *plans, int runs, int *status);

double pstswm_seconds(const json_t *record);

/* The median of its plan's times, and its interval of 95 %, relative: half of its width. 0 where
 * there are too few runs. */
double pstswm_median(const json_t *record, double *half_width);
struct way pstswm_way(const json_t *record, const char *transform);
