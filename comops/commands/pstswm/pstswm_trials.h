/* SPDX-License-Identifier: BSD-3-Clause */
/* The ways of "best" in the full simulation, found by short runs: of each transform all algorithms
 * and protocols, beside the other transform in its default protocol. */
#pragma once

#include "comops/commands/pstswm/pstswm_plans.h"

struct full {
    const char *problem;
    struct mesh mesh;
    const struct pstswm_workers *workers;
    const struct parallel_request *request;
};

enum { DTH_FOURIER, DTH_LEGENDRE, DR_FOURIER, DR_LEGENDRE, WAYS };

/* Of each way an array with a record for each path, null where the mesh has no form for it. False,
 * after saying why, with the exit status. */
bool trials_run(const struct full *full, json_t *best[WAYS], int *status);
