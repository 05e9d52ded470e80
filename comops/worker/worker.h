/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a worker that all paths share: PATH/team.c calls worker_parse, starts its ranks, and
 * calls worker_serve on each of them. */
#pragma once

#include "comops/comops.h"

struct worker {
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
