/* SPDX-License-Identifier: BSD-3-Clause */
/* Workers: started once, asleep between commands, ended when they die or hang. */
#pragma once

#include "comops/launch/worker_process.h"

struct supervisor;

/* `timeout` in seconds is the watchdog of one command. NULL, with the reason in `why`, on failure.
 * From now on SIGINT, SIGTERM and SIGHUP are only noticed while waiting for a worker. */
struct supervisor *supervisor_open(int ranks_most, double timeout, char *why, size_t why_size);
/* Ends all workers and frees; no process and no shared memory is left. */
void supervisor_close(struct supervisor *supervisor);

/* The worker of this path with this many ranks, started if need be. NULL, with the reason in `why`,
 * if it does not come up in two tries. `oversubscribed`: more ranks than cores. */
struct worker_process *supervisor_worker(struct supervisor *supervisor, const struct path *path,
                                         int ranks, bool oversubscribed, char *why,
                                         size_t why_size);

/* Ends that worker if there is one: the next one asked for is fresh. */
void supervisor_restart(struct supervisor *supervisor, const struct path *path, int ranks);
