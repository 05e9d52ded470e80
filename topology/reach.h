/* SPDX-License-Identifier: BSD-3-Clause */
/* How far apart two hardware threads are, as a level that counts from the nearest. */
#ifndef TOPOLOGY_REACH_H
#define TOPOLOGY_REACH_H

#include "topology/machine.h"

struct reach;

struct reach *reach_find(const struct machine *machine);
void reach_free(struct reach *reach);

/* Levels are 1 to reach_levels: those of the placements distance:1, distance:2 and so on. */
int reach_levels(const struct reach *reach);
/* 0 if one of them is not a usable hardware thread. */
int reach_level(const struct reach *reach, int pu, int other_pu);
/* "in one L3". */
const char *reach_text(const struct reach *reach, int level);

#endif
