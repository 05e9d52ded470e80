/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine and the ranks in their seats, as text a person understands at a glance. */
#ifndef TOPOLOGY_DRAW_H
#define TOPOLOGY_DRAW_H

#include "topology/placement.h"

#include <stdio.h>

/* Draws the machine's parts as a tree of at most 100 columns, one column per placement that is
 * offered, the rank beside its hardware thread; below it each placement's meaning or refusal. */
void draw_machine(FILE *out, const struct machine *machine, struct placement *const *placements,
                  int count);

#endif
