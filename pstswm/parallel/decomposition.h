/* SPDX-License-Identifier: BSD-3-Clause */
/* The distribution of data on a logical mesh of PX x PY ranks: rank (x, y) has the longitudes and
 * orders m of x and the latitude pairs of y. Sizes need not be divisible. Every rank can compute
 * the parts of all others. */
#pragma once

#include "pstswm/numerics/truncation.h"

/* Part `rank` of `total` consecutive items: equal lengths, or one more for the first ranks. */
struct share {
    int first, count;
};
struct share share_of(int total, int ranks, int rank);

/* Writes the orders m of one of `ranks` to m[]; returns how many. As m and M - m have M + 2
 * coefficients together, both are on one rank, beside each other, so the numbers of coefficients
 * differ by at most one such pair, and those of parts of the list by little more. With more ranks
 * than such pairs the last ones have none: they only transform lines. */
int share_orders(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank);

/* The orders that a distributed FFT leaves on each rank: those whose lowest bits are the rank's
 * bits reversed. The number of ranks is a power of two. */
int share_orders_reversed(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank);

/* The bits of a number below `length`, a power of two, reversed. */
int bits_reversed(int number, int length);
