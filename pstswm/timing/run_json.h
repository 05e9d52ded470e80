/* SPDX-License-Identifier: BSD-3-Clause */
/* A run as part of a record (docs/results-file.md). */
#pragma once

#include "comops/text/json.h"
#include "pstswm/timing/timed_run.h"

/* Times, rate, depths, errors, drift, and the step in which it blew up, or null; a rate of 0 is
 * none. */
void run_json_add(struct json *json, const struct timed_run *run, double mflops);
