/* SPDX-License-Identifier: BSD-3-Clause */
/* A problem, and how it is run in parallel. */
#pragma once

#include "extensions/pstswm/numerics/problem.h"

#include <stdbool.h>
#include <stddef.h>

struct plan {
    const struct truncation *truncation;
    int levels;
    double dt;
    int columns, rows; /* PX, PY: ranks that share a Fourier transform, a Legendre transform */
    struct algorithm {
        const char *name;
        const struct fourier *fourier; /* one of the two */
        const struct legendre_column *legendre;
        const struct transpose *transpose; /* of algorithms that transpose */
        bool collective;                   /* the path's own call, without protocols */
        bool power_of_two;                 /* only for such numbers of ranks */
    } fourier, legendre;
    int fourier_protocol, legendre_protocol; /* VARIANT(order, x) */
};

/* The algorithm after the last has no name. */
extern const struct algorithm plan_fouriers[], plan_legendres[];

/* True if the problem can be divided in this way; otherwise *why is the reason. */
bool plan_fits(const struct plan *plan, int ranks, char *why, size_t why_size);

/* What this path offers: protocols of SWAP and SENDRECV, and collectives. The protocol by number
 * from 0, as VARIANT(order, x); -1 after the last. */
int protocol_get(int number);
bool protocol_exists(int variant);
bool collectives_exist(void);

/* ---- the distribution of data --------------------------------------------------------------- */

/* On a logical mesh of PX x PY ranks, rank (x, y) has the longitudes and orders m of x and the
 * latitude pairs of y. Sizes need not be divisible. Every rank can compute the parts of all others.
 */

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
