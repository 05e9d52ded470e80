/* SPDX-License-Identifier: BSD-3-Clause */
/* The decision that the intervals of a ratio allow. */
#pragma once

#include "comops/statistics/statistics.h"

/* Two times are equivalent if each is at most this many times the other. */
#define DECISION_MARGIN 1.05

enum decision {
    DECISION_UNDECIDED,
    DECISION_FASTER,
    DECISION_SLOWER,
    DECISION_EQUIVALENT,
    DECISIONS
};

extern const char *const decision_names[DECISIONS];

/* About a, for the ratio of the time of b to the time of a. Faster or slower: the 95 % interval
 * lies above 1 or below. Equivalent: neither, and the 90 % interval lies within [1 / margin,
 * margin], which is two one-sided tests at 5 % (Schuirmann, J. Pharmacokinetics and
 * Biopharmaceutics 15, 1987). Undecided: none of these. */
enum decision decision_of(struct interval ci95, struct interval ci90);
