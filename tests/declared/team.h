/* SPDX-License-Identifier: BSD-3-Clause */
/* The ranks whose operations are counted: fibres, which run in turn, each until it waits. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { TEAM_MOST = 32, TEAM_STACK = 1 << 17 };

/* Runs live(rank) on each of `ranks` new ranks, with a heap that is empty and zero. */
void team_run(int ranks, void (*live)(int rank));
int team_ranks(void);

/* ---- called on a rank --------------------------------------------------------------------- */

void team_yield(void); /* it waits in vain: the others run until they do */
void team_moved(void); /* a rank has not waited in vain; a team in which none does is aborted */
void team_meet(void);  /* all ranks; not counted */
void team_last(void);  /* all others run as far as they can without this rank */

/* Memory of this rank's own, zero; all ranks ask for the same in the same order. */
void *team_memory(size_t bytes);
/* Where another rank has what this one has here, in such memory. */
void *team_there(const void *here, int rank);
int team_owner(const void *address); /* whose memory it is in; -1: other memory */
/* The offset of an address in the stacks of all ranks; aborts if it is not in this rank's. */
size_t team_stack_offset(const void *address);
