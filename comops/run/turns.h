/* SPDX-License-Identifier: BSD-3-Clause */
/* How the groups of a stage share its time.
 *
 * Over launches they take turns: in each launch of the workers, in shuffled order, a group gets a
 * few rounds, each a block of every cell in a new place. A group ends when the ratios shown for it
 * are precise, and leaves its time to the others. A group with long rounds skips some launches, so
 * that in the end all have had the same time. The number of rounds per launch makes its ratios as
 * precise as possible in that time, given the costs and variances of launches and rounds
 * (levels.h).
 *
 * With a single launch the groups follow each other, each for its share of the time. */
#pragma once

#include "comops/run/scheduler.h"

/* The least number of turns of a group, and the shortest block. */
int turns_least(const struct options *options);
extern const double turns_block_least_ns;

/* Both measure all groups of the stage to their end. False if interrupted, or if the results cannot
 * be written. */
bool turns_of_launches(const struct stage *stage);
bool turns_of_rounds(const struct stage *stage);
