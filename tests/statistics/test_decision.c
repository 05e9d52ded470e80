/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/statistics/decision.h"
#include "tests/tap.h"

TEST(one_is_faster_or_slower_only_where_the_95_percent_interval_excludes_1)
{
    CHECK(decision_of((struct interval){1.001, 1.5}, (struct interval){1.01, 1.4}) ==
          DECISION_FASTER);
    CHECK(decision_of((struct interval){0.5, 0.999}, (struct interval){0.6, 0.99}) ==
          DECISION_SLOWER);
    CHECK(decision_of((struct interval){1, 1.5}, (struct interval){1.01, 1.4}) ==
          DECISION_UNDECIDED);
}

TEST(equivalent_is_what_two_one_sided_tests_show_within_the_margin)
{
    const struct interval wide = {0.94, 1.06}; /* 95 %: not within the margin */

    CHECK(decision_of(wide, (struct interval){1 / DECISION_MARGIN, DECISION_MARGIN}) ==
          DECISION_EQUIVALENT);
    CHECK(decision_of(wide, (struct interval){0.96, 1.051}) == DECISION_UNDECIDED);
    CHECK(decision_of(wide, (struct interval){0.95, 1.04}) == DECISION_UNDECIDED);
}

TEST(a_difference_that_is_shown_has_precedence_over_equivalence)
{
    CHECK(decision_of((struct interval){1.01, 1.03}, (struct interval){1.011, 1.029}) ==
          DECISION_FASTER);
}
