/* SPDX-License-Identifier: BSD-3-Clause */
/* Who has what on a logical mesh of PX x PY ranks: rank (x, y) has the latitude pairs of y and the
 * orders m of x. Sizes need not divide. Every rank can compute what every other one has. */
#pragma once

#include "pstswm/numerics/truncation.h"

/* Part `rank` of `total` in a row: of equal length, or one longer for the first ones. */
struct share {
    int first, count;
};
struct share share_of(int total, int ranks, int rank);

/* The orders m of one of `ranks`, ascending, in m[]; returns how many. As m and M - m have M + 2
 * coefficients together, both are on one rank, so numbers of coefficients differ by at most one
 * such pair. */
int share_orders(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank);
