/* SPDX-License-Identifier: BSD-3-Clause */
/* A run as part of a record (docs/results-file.md). */
#pragma once

#include "pstswm/timing/timed_run.h"

#include <jansson.h>

/* Times, rate, errors and drift; a rate of 0 is none. */
void run_json_add(json_t *record, const struct timed_run *run, double mflops);
