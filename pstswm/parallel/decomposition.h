/* SPDX-License-Identifier: BSD-3-Clause */
/* Who has what on a logical mesh of PX x PY ranks: rank (x, y) has the longitudes and orders m of x
 * and the latitude pairs of y. Sizes need not divide. Every rank can compute what every other one
 * has. */
#pragma once

#include "pstswm/numerics/truncation.h"

/* Part `rank` of `total` in a row: of equal length, or one longer for the first ones. */
struct share {
    int first, count;
};
struct share share_of(int total, int ranks, int rank);

/* The orders m of one of `ranks`, in m[]; returns how many. As m and M - m have M + 2 coefficients
 * together, both are on one rank, beside each other, so numbers of coefficients differ by at most
 * one such pair; those of shares of the list differ by little more. */
int share_orders(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank);

/* The orders that an FFT spread over ranks leaves on each: those whose lowest bits are the rank's
 * reversed. The number of ranks is a power of two. */
int share_orders_reversed(int m[TRUNCATION_MOST + 1], int waves, int ranks, int rank);

/* The bits of a number below `length`, a power of two, reversed. */
int bits_reversed(int number, int length);
