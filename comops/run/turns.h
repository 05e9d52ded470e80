/* SPDX-License-Identifier: BSD-3-Clause */
/* How the groups of a stage share its time.
 *
 * Over launches they take turns: in each launch of the workers, in shuffled order, a group gets a
 * few rounds, each a block of every cell in a new place. A group ends when what is shown of it is
 * precise, and leaves its time to the others. One whose rounds are long sits some launches out, so
 * that in the end all had the same time; it has as many rounds in a launch as make its ratios most
 * precise in that time, by what launches and rounds cost and how much each differ (levels.h).
 *
 * With a single launch one group follows the other, for its part of the time. */
#pragma once

#include "comops/run/scheduler.h"

/* How many a group takes at least, and the shortest block. */
int turns_least(const struct options *options);
extern const double turns_block_least_ns;

/* Each measures all groups of the stage to their end. False if interrupted, or if the results
 * cannot be written. */
bool turns_of_launches(const struct stage *stage);
bool turns_of_rounds(const struct stage *stage);
