/* SPDX-License-Identifier: BSD-3-Clause */
/* One worker: its program, and its ranks if they are processes. */
#pragma once

#include "comops/arena/arena.h"
#include "comops/launch/paths.h"
#include "comops/launch/process.h"

#include <signal.h>

enum outcome { OUTCOME_DONE, OUTCOME_DIED, OUTCOME_HUNG, OUTCOME_INTERRUPTED };

struct worker_process {
    const struct path *path;
    struct arena *arena;
    const int *notify;       /* pipe: the last rank to end a command writes its team's slot */
    const sigset_t *waiting; /* signals let through while waiting */
    double timeout;          /* seconds: the watchdog of one command */
    int slot, ranks;
    bool alive;
    struct process process;
    int *handles; /* pidfds of the ranks, if they are processes */
    int handle_count;
    char **shared_before; /* of shared_files_list */
};

/* False, with the reason in `why`, if the worker does not start. `oversubscribed`: more ranks than
 * cores. */
bool worker_process_start(struct worker_process *worker, bool oversubscribed, char *why,
                          size_t why_size);
/* Whether its program or a rank has ended. */
bool worker_process_gone(const struct worker_process *worker);
/* Gives the command and sleeps until it is done. pus[rank]: OS index of the hardware thread;
 * nodes[rank]: NUMA node of its pages (enum in topology/bind.h). Anything but OUTCOME_DONE ends the
 * worker, with the reason in `why`. */
enum outcome worker_process_command(struct worker_process *worker, const struct command *command,
                                    const int *pus, const int *nodes, char *why, size_t why_size);
/* Tells a live worker to quit, waits for that, and kills it if necessary. */
void worker_process_quit(struct worker_process *worker);
void worker_process_await_quit(struct worker_process *worker);
void worker_process_end(struct worker_process *worker);

/* What the last command left in the arena; times in nanoseconds of the clock. */
const char *worker_runtime(const struct worker_process *worker);
const uint64_t *worker_starts(const struct worker_process *worker);
const struct arena_stamp *worker_stamps(const struct worker_process *worker, int rank);
/* The error of the first rank that has one, or NULL. */
const char *worker_error(const struct worker_process *worker);
const struct arena_rank *worker_rank(const struct worker_process *worker, int rank);
