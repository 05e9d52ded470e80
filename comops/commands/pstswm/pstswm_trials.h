/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the ways of "best" in the full simulation by short runs: for each transform all algorithms
 * and protocols, with the other transform in its default protocol. */
#pragma once

#include "comops/commands/pstswm/pstswm_plans.h"

struct full {
    const char *problem;
    struct mesh mesh;
    const struct pstswm_workers *workers;
    const struct parallel_request *request;
};

enum { DTH_FOURIER, DTH_LEGENDRE, DR_FOURIER, DR_LEGENDRE, WAYS };

/* best[way] receives an array with a record for each path, null if the mesh does not allow it.
 * False, with a message and the exit status. */
bool trials_run(const struct full *full, json_t *best[WAYS], int *status);
