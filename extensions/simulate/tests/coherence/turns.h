/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks as fibres that take turns at each pause, on a machine that costs nothing: what they do is
 * counted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TURNS_RANKS = 64 };

extern bool turns_follow; /* lines, for `crossed`; takes memory and time */

/* These count for all ranks. */
extern struct turns_counts {
    uint64_t copied;  /* bytes */
    uint64_t crossed; /* lines that a rank reads and another has written since, or updates */
    double work;      /* ns, of each rank's own */
} turns_counts;

/* Runs live(rank) on each rank until all have returned. False: no rank moves any more. */
bool turns_run(int ranks, void (*live)(int rank));
/* On a rank: lets the others run; until all have come. */
void turns_pass(void);
void turns_meet(void);
