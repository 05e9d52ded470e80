/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine and its ranks as text. */
#pragma once

#include "topology/placement.h"

#include <stdio.h>

/* Draws the machine as a tree of at most 100 columns, with one column per offered placement that
 * shows each rank beside its hardware thread; below it each placement's meaning or refusal. */
void draw_machine(FILE *out, const struct machine *machine, struct placement *const *placements,
                  int count);
