/* SPDX-License-Identifier: BSD-3-Clause */
/* Many words that a rank polls together (engine_find). Most of them are in its cache and have not
 * changed since it last loaded them, so each of their loads takes as long as a hit, and others run
 * once until the last of these loads, not before each. */
#pragma once

#include "simulate/coherence/rank.h"

/* How many of the rank's words are unchanged, counted from the first one. */
int words_unchanged(const struct rank *rank, const int which[], int count);
/* The line is lost at this time. Returns the rank that sleeps on a word in it, or NULL. */
struct rank *words_lose(struct line *line, double time);
