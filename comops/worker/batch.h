/* SPDX-License-Identifier: BSD-3-Clause */
/* A worker without a front end: reads cells from a file and prints their samples. The ranks meet,
 * and read the time, through their own runtime, so it runs under a simulator or a debugger. */
#pragma once

#include "comops/comops.h"

/* Each line of the file is a cell as `comops run --dry-run --json` prints it: pattern, protocol,
 * bytes, and optionally series, op and datatype (default max of double), buffers ("reuse",
 * "rewrite"), repeats (runs per sample, default 1), samples (default 10) and checks (checked runs
 * before the first sample, default one per rank). Each cell of a known pattern is printed with
 * what was measured: samples_us (microseconds per run), pus (where the ranks were last seen),
 * valid, and error if it is not; rate_bytes and rate_formula tell how a rate follows from a time.
 * Returns 0, or 1 if a cell was wrong or the file cannot be read. */
int batch_run(const char *file, const struct team *team);
