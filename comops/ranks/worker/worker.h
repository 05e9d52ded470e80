/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a worker that all paths share: PATH/team.c calls worker_parse, starts its ranks, and
 * calls worker_serve on each of them. */
#pragma once

#include "comops/comops.h"

struct worker {
    const char *path;   /* its label */
    const char *arena;  /* /proc path of the arena, or */
    const char *batch;  /* file of cells to run without an arena */
    const char *notify; /* /proc path of the pipe that wakes the front end */
    int team;           /* slot in the arena */
    int ranks;          /* 0: as started by the launcher */
};

/* Exits after --list, --help and similar; exits with status 2 on wrong usage. */
void worker_parse(struct worker *worker, int argc, char **argv, const char *path);

/* Runs one rank until the end. Returns the worker's exit status: 0, or 1 after an error. */
int worker_serve(const struct worker *worker, const struct team *team);

/* Runs the cells of a file without a front end and prints their samples. The ranks meet, and read
 * the time, through their own runtime, so it runs under a simulator or a debugger. Each line is a
 * cell in words (comops/ranks/text/named_words.h): pattern, protocol, bytes, and optionally series,
 * op and datatype (default max of double), buffers ("reuse", "rewrite"), repeats (runs per sample,
 * default 1), samples (default 10) and checks (checked runs before the first sample, default one
 * per rank). Each cell of a known pattern is printed with what was measured: samples_us
 * (microseconds per run), pus (where the ranks were last seen), valid, and error if it is not;
 * rate_bytes and rate_formula tell how a rate follows from a time. Returns 0, or 1 if a cell was
 * wrong or the file cannot be read. */
int batch_run(const char *file, const struct team *team);
