/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a worker that is the same for every path: PATH/team.c parses with worker_parse,
 * brings its ranks to life, and calls worker_serve on each of them. */
#ifndef COMOPS_WORKER_H
#define COMOPS_WORKER_H

#include "comops/comops.h"

struct worker {
    const char *arena;  /* /proc path of the arena, or */
    const char *batch;  /* a file of cells to run without one */
    const char *notify; /* /proc path of the pipe that wakes the front end */
    int team;           /* slot in the arena */
    int ranks;          /* 0: as many as the launcher started */
};

/* Answers --list, --help and --version itself and exits; exits 2 on wrong usage. */
void worker_parse(struct worker *worker, int argc, char **argv, const char *path);

/* One rank's life. Returns the exit status of the worker: 0, or 1 if something went wrong. */
int worker_serve(const struct worker *worker, const struct team *team);

#endif
