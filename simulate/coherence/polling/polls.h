/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank that has loaded the same values from the same places between two pauses, and done nothing
 * else, polls without success. It sleeps until its copy of one of these lines is lost. */
#pragma once

#include "simulate/coherence/rank.h"

void polls_note(struct rank *rank, const void *address, struct line *line, uint64_t value,
                const void *site);
/* The same of words that are 0 (words.c). */
void polls_note_words(struct rank *rank, const int which[], int count, const void *site);
void polls_pause(struct rank *rank);
/* Copies of the line are lost at this time: ranks that sleep on it look again. */
void polls_wake(struct line *line, double time);
