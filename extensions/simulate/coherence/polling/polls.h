/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank polls without success if between two pauses it has loaded the same values from the same
 * places as before and done nothing else. It then sleeps until its copy of one of these lines is
 * lost. */
#pragma once

#include "extensions/simulate/coherence/rank.h"

void polls_note(struct rank *rank, const void *address, struct line *line, uint64_t value,
                const void *site);
/* The same for words that are 0 (words.c). */
void polls_note_words(struct rank *rank, const int which[], int count, const void *site);
/* Copies of the line are lost at this time: ranks that sleep on it poll again. */
void polls_wake(struct line *line, double time);

/* Many words that a rank polls together (engine_find). Most of them are in its cache and have not
 * changed since it last loaded them, so each of their loads takes as long as a hit, and others run
 * once until the last of these loads, not before each. */

/* How many of the rank's words are unchanged, counted from the first one. */
int words_unchanged(const struct rank *rank, const int which[], int count);
/* The line is lost at this time. Returns the rank that sleeps on a word in it, or NULL. */
struct rank *words_lose(struct line *line, double time);
