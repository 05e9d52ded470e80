/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests to a worker of the model on several ranks. */
#pragma once

#include "extensions/pstswm/parallel/parallel_plan.h"
#include "extensions/pstswm/timing/timed_run.h"

struct plan_request {
    struct run_request run;
    struct plan plan;
};

/* The words of a run (timed_run.h), columns, rows, and for each transform fourier and
 * fourier_protocol, legendre and legendre_protocol: "srtrans", "(0,1)". False, with the reason, if
 * it cannot be run on so many ranks of this path; 0: on as many as its mesh has. */
bool plan_request_parse(const struct words *words, struct plan_request *request, int ranks,
                        char *why, size_t why_size);

/* Prints for each line of a file whether its mesh of this path's ranks could run it: {}, or
 * {"refused": the reason}. False, after saying why, if the file cannot be read. */
bool plan_request_check(const char *name);

/* Prints {"protocols": [...], "collectives": whether it has any, "fourier": [...], "legendre":
 * [...]}; of algorithms {"name", "power_of_two", "collective"}. */
void plan_request_list(void);
