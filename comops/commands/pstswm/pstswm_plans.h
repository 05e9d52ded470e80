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

/* "T42L16": the truncation and the number of levels. NULL if there is no such problem, with *why,
 * which the caller frees. */
const struct truncation *pstswm_problem(const char *word, int *levels, char **why);

/* The caller owns it. */
json_t *pstswm_plan(const struct parallel_request *request, const char *problem, struct mesh mesh,
                    struct way fourier, struct way legendre, int steps);

/* The paper's default protocol: MPI_SENDRECV, and get over shared memory. */
const char *pstswm_default_protocol(const struct pstswm_worker *worker);

/* Runs each path's plans `runs` times, the paths in turn. Returns the fastest record of each plan,
 * with the `times` of all its runs, as an array of arrays, by path and plan as in `plans`. Prints
 * all records as JSON Lines if the request says so. NULL, with a message and *status, the exit
 * status, if a worker fails, a plan is refused or a run blows up. */
json_t *pstswm_measure(const struct pstswm_workers *workers, const struct parallel_request *request,
                       const json_t *plans, int runs, int *status);

double pstswm_seconds(const json_t *record);

/* The median of its plan's times, and the relative half width of its 95 % interval: 0 if there are
 * too few runs. */
double pstswm_median(const json_t *record, double *half_width);
struct way pstswm_way(const json_t *record, const char *transform);
