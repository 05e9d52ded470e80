/* SPDX-License-Identifier: BSD-3-Clause */
/* Words of which a rank polls many (engine_find). Most of them are in its cache and have not
 * changed since it last loaded them, so each of their loads takes as long as a hit, and others run
 * once until the last of these loads, not before each. */
#pragma once

#include "simulate/coherence/rank.h"

/* How many of the rank's words, from the first one on, are unchanged. */
int words_unchanged(const struct rank *rank, const int which[], int count);
/* The line is lost at this time. Returns the rank that sleeps until it loses a word there; NULL. */
struct rank *words_lose(struct line *line, double time);
