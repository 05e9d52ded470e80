/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops over data that use vectors. */
#pragma once

#include "comops/ranks/contract/vectors.h"

#include <stddef.h>
#include <stdint.h>

enum { LINE_WORDS = 8 };

/* Adds `bytes`, a multiple of 8, to the sum of the words for each of the eight places in a line, at
 * the speed of plain loads. */
typedef void line_sums_function(uint64_t sums[LINE_WORDS], const char *from, size_t bytes);

/* For each of the eight places in a line, the sum of all sums of its words so far, at the same
 * speed: a word weighs the more the earlier it comes (J. Fletcher, "An arithmetic checksum for
 * serial transmissions", IEEE Transactions on Communications 30, 1982). `bytes`: whole lines. */
typedef void ordered_sums_function(uint64_t sums[LINE_WORDS], const char *from, size_t bytes);

/* into = a op b: reduction.h. */
typedef void reduction_function(void *into, const void *a, const void *b, size_t bytes);

struct loops {
    line_sums_function *line_sums_add;
    ordered_sums_function *ordered_sums;
    reduction_function *const *reductions; /* by enum reduction */
};

/* The loops that are used: by the set of vectors_chosen, unless a test chooses another. */
extern const struct loops *loops_used;
void loops_use(enum vector_set set);

/* Not watched (comops/ranks/watch): which loops are used is no part of what a rank does. */
#define LOOPS_CHOICE __attribute__((no_sanitize_thread))

LOOPS_CHOICE void line_sums_add(uint64_t sums[LINE_WORDS], const char *from, size_t bytes);
LOOPS_CHOICE void ordered_sums(uint64_t sums[LINE_WORDS], const char *from, size_t bytes);
