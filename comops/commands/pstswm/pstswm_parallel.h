/* SPDX-License-Identifier: BSD-3-Clause */
/* Experiments B to E of Worley 1999: SWAP, and the model on several ranks. */
#pragma once

#include "pstswm/numerics/cases.h"

#include <stdbool.h>

struct parallel_request {
    char **problems; /* NULL: those of the experiment */
    char **paths;    /* NULL: all */
    struct test_case test;
    double dt; /* 0: each truncation's own */
    int steps; /* 0: those of the experiment */
    int runs;
    int ranks;         /* 0: one per core */
    int columns, rows; /* of E; 0: the squarest mesh, and the same turned */
    bool json, oversubscribe;
};

/* B, SWAP between two ranks: table 5, or with `json` the campaign's results file. Returns the exit
 * status. */
int pstswm_swap(const struct parallel_request *request);

/* C and D, the one-dimensional sets: each algorithm in each protocol, with one of the two
 * transforms in parallel. Tables 7 and 8, figures 4 and 5. Returns the exit status. */
int pstswm_sets(const struct parallel_request *request);

/* E, the full simulation: DTH (double transpose, halfsum) and DR (dfft, ringpipe), with the best
 * protocols, the generic ones, and collectives. Figures 6 and 7. Returns the exit status. */
int pstswm_full(const struct parallel_request *request);
