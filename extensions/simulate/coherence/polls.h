/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank polls without success if between two pauses it has loaded the same values from the same
 * places as before and done nothing else. It then sleeps until its copy of one of these lines is
 * lost. */
#pragma once

#include "extensions/simulate/coherence/rank.h"

void polls_note(struct rank *rank, const void *address, struct line *line, uint64_t value,
                const void *site);
/* Copies of the line are lost at this time: ranks that sleep on it poll again. */
void polls_wake(struct line *line, double time);
