/* SPDX-License-Identifier: BSD-3-Clause */
/* A worker without a front end: cells from a file, records to standard output. The ranks meet, and
 * tell the time, through their own runtime; so it runs under a simulator or a debugger. */
#ifndef COMOPS_BATCH_H
#define COMOPS_BATCH_H

#include "comops/comops.h"

/* Each line of the file is a cell as `comops run --dry-run --json` prints it: pattern, protocol,
 * bytes, and optionally series, op and datatype (default max of double), buffers ("reuse",
 * "rewrite"), repeats (runs per sample, default 1), samples (default 10) and checks (checked runs
 * before the first sample, default as many as there are ranks). Returns 0, or 1 if a cell was wrong
 * or the file unreadable. */
int batch_run(const char *file, const struct team *team);

#endif
