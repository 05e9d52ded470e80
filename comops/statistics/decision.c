/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/decision.h"

const char *const decision_names[DECISIONS] = {"undecided", "faster", "slower", "equivalent"};

enum decision decision_of(struct interval ci95, struct interval ci90)
{
    const int side = statistics_side(ci95);

    if (side)
        return side > 0 ? DECISION_FASTER : DECISION_SLOWER;
    return ci90.low >= 1 / DECISION_MARGIN && ci90.high <= DECISION_MARGIN ? DECISION_EQUIVALENT
                                                                           : DECISION_UNDECIDED;
}
