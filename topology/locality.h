/* SPDX-License-Identifier: BSD-3-Clause */
/* Distance between two hardware threads as a level, counted from the nearest. */
#pragma once

#include "topology/machine.h"

struct locality;

struct locality *locality_find(const struct machine *machine);
void locality_free(struct locality *locality);

/* Levels run from 1 to locality_levels, as in the placements distance:1, distance:2 and so on. */
int locality_levels(const struct locality *locality);
/* 0 if one of them is not a usable hardware thread. */
int locality_level(const struct locality *locality, int pu, int other_pu);
/* "in one L3". */
const char *locality_text(const struct locality *locality, int level);
