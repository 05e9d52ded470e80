/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests to a worker of the model, and its answers: JSON objects, one per line. */
#pragma once

#include "pstswm/timing/parallel_run.h"

#include <jansson.h>

struct plan_request {
    struct plan plan;
    struct test_case test;
    int steps;
};

/* From truncation, levels, dt, case, tilt (degrees), steps, columns, rows, and for each transform
 * fourier and fourier_protocol, legendre and legendre_protocol: "srtrans", "(0,1)". False, with the
 * reason, if it cannot be run on so many ranks of this path. */
bool plan_json_parse(const json_t *line, struct plan_request *request, int ranks, char *why,
                     size_t why_size);

/* Adds what was measured. A rate of 0 means none. */
void plan_json_add(json_t *record, const struct parallel_run *result, double mflops);

/* Prints {"protocols": [...], "collectives": whether it has any, "fourier": [...], "legendre":
 * [...]}; of algorithms {"name", "power_of_two", "collective"}. */
void plan_json_list(void);
