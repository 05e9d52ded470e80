/* SPDX-License-Identifier: BSD-3-Clause */
/* Selects the next rank: the one with the earliest clock. Commits of store buffers precede ranks of
 * the same time. Ranks of the same time go on in the order in which they were added. */
#pragma once

#include "extensions/simulate/coherence/rank.h"

enum { TICKET_FIRST = 1 }; /* goes before others of its time */

void schedule_open(void);

/* Adds a rank that is not running; it goes on at its clock. */
void schedule_add(struct rank *rank);
/* stores_commit(rank) is called at that time. */
void schedule_commit(struct rank *rank, double time);

/* A new operation of the running rank: ranks with earlier clocks go first. */
void schedule_point(struct rank *rank);
/* The running rank's operation waits until this time. */
void schedule_until(struct rank *rank, double time);
/* For the running rank: calls goes_on(rank) at its clock until it returns true. Each call but the
 * last advances the clock; ranks with earlier clocks go first. */
void schedule_operation(struct rank *rank, bool goes_on(struct rank *rank));
/* Called by goes_on: the clock becomes the time at which the line is ready there. If that time is
 * postponed meanwhile, the rank stays in the line's queue. */
void schedule_await(struct rank *rank, struct line *line, enum stop stop);
/* The running rank waits until it is the next, or another one adds it. */
void schedule_block(struct rank *rank);
/* True if nothing but the running rank's own work happens up to this time. */
bool schedule_quiet(double time);

/* The running rank's clock when it last went on: no rank's clock is earlier. */
double schedule_now(void);

/* Runs the ranks until none can go on. */
void schedule_run(void);
