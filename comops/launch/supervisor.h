/* SPDX-License-Identifier: BSD-3-Clause */
/* Workers: started once, asleep between commands, ended when they die or hang. */
#pragma once

#include "comops/launch/worker_process.h"

struct supervisor;

/* `timeout` in seconds is the watchdog of one command. NULL, with the reason in `why`, on failure.
 * From now on SIGINT, SIGTERM and SIGHUP are only noticed while waiting for a worker. */
struct supervisor *supervisor_open(int ranks_most, double timeout, char *why, size_t why_size);
/* Ends all workers and frees the supervisor; no process and no shared memory remains. */
void supervisor_close(struct supervisor *supervisor);

/* The worker of this path with this many ranks, started if necessary. NULL, with the reason in
 * `why`, if two attempts to start it fail. `oversubscribed`: more ranks than cores. */
struct worker_process *supervisor_worker(struct supervisor *supervisor, const struct path *path,
                                         int ranks, bool oversubscribed, char *why,
                                         size_t why_size);

/* Ends that worker if there is one, so that the next request starts a new one. */
void supervisor_restart(struct supervisor *supervisor, const struct path *path, int ranks);
