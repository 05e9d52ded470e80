/* SPDX-License-Identifier: BSD-3-Clause */
/* Starts programs, the only part that does: workers, kept alive and asleep between commands, and
 * short calls whose output is wanted. */
#ifndef COMOPS_PATHS_H
#define COMOPS_PATHS_H

#include "comops/arena/arena.h"

#include <stdbool.h>
#include <stddef.h>

/* An implementation that a worker offers. */
struct offer {
    char *protocol, *pattern, *summary;
    char *family; /* of several protocols that share a column of the matrix; NULL without */
    char *file;   /* its source, from the root of the source tree: "mpi/library/broadcast.c" */
    char **with;  /* sources to show beside it, NULL-terminated; NULL without */
    char *copies, *lines, *waits; /* as struct implementation declares them; NULL: in the runtime */
};

/* Why a protocol lacks some patterns: see struct absence. */
struct lack {
    char *protocol, *patterns, *reason;
};

/* One way for ranks to live, its worker program, and what that offers here. */
struct path {
    char *label;     /* "threads", "mpi"; of a further MPI library "mpi@NAME" */
    char *program;   /* the worker; NULL when missing */
    char **launcher; /* the command before it, NULL-terminated, `-n P` included as "%d"; or NULL */
    char *launcher_version;
    char *missing; /* why this path cannot run here, or NULL */
    struct offer *offers;
    int offer_count;
    struct lack *lacks;
    int lack_count;
};

/* All paths this program knows, asked what they offer. `mpiexec` replaces the built-in launcher
 * of MPI when not NULL. *count receives how many. paths_free frees. */
struct path *paths_find(const char *mpiexec, int *count);

/* Adds the path mpi@NAME: this program's MPI worker on another library of the same ABI (MPICH from
 * 3.1 on, Intel MPI), whose prefix is given, or the worker of another build of this program,
 * installed at that prefix. False, with why, if there is neither. */
bool mpi_libraries_add(struct path **paths, int *count, const char *name, const char *prefix,
                       char *why, size_t why_size);
/* True of "mpi" and of all "mpi@NAME". */
bool path_is(const struct path *path, const char *label);

void paths_free(struct path *paths, int count);

/* The command line of a worker in this slot of the arena; `arena` and `notify` are descriptors of
 * this process. Free with text_list_free. */
char **path_command_line(const struct path *path, int ranks, int slot, int arena, int notify);

enum outcome { OUTCOME_DONE, OUTCOME_DIED, OUTCOME_HUNG, OUTCOME_INTERRUPTED };

struct worker_process;
struct supervisor;

/* `timeout` in seconds is the watchdog of one command. NULL, with a message in why, on failure.
 * SIGINT, SIGTERM and SIGHUP are from now on only noticed while waiting for a worker. */
struct supervisor *supervisor_open(int ranks_most, double timeout, char *why, size_t why_size);
/* Ends all workers and frees; no process and no shared memory is left. */
void supervisor_close(struct supervisor *supervisor);

/* The worker of this path with this many ranks, started if need be. NULL, with why, if it does not
 * come up. `impatient`: more ranks than cores. */
struct worker_process *supervisor_worker(struct supervisor *supervisor, const struct path *path,
                                         int ranks, bool impatient, char *why, size_t why_size);

/* Ends that worker if it is there: what is next asked for is a fresh one. */
void supervisor_restart(struct supervisor *supervisor, const struct path *path, int ranks);

/* Gives the command to the worker, ranks sitting at `pus`, their pages on `nodes`, and sleeps until
 * it is done. Anything but OUTCOME_DONE ends the worker; why says what happened. */
enum outcome supervisor_command(struct supervisor *supervisor, struct worker_process *worker,
                                const struct command *command, const int *pus, const int *nodes,
                                char *why, size_t why_size);

const char *worker_runtime(const struct worker_process *worker);
const uint64_t *worker_starts(const struct worker_process *worker);
const uint64_t *worker_ends(const struct worker_process *worker, int rank);
const struct arena_rank *worker_rank(const struct worker_process *worker, int rank);

#endif
