/* SPDX-License-Identifier: BSD-3-Clause */
/* Associated Legendre functions at Gaussian latitudes, normalized: the integral of the square of
 * P_n^m(mu) over [-1, 1] is 1. Tables for one order m at a time, computed when needed: for all m
 * they would take 30 MB at T170, and reading them would take longer than computing them. */
#pragma once

#include <stddef.h>

/* From P_{n-1} and P_n to
 *     P_{n+1} = now mu P_n - before P_{n-1}
 *     H_n = h_before P_{n-1} - h_after P_{n+1} */
struct recurrence {
    double now, before, h_before, h_after;
};

struct legendre {
    int waves; /* M */
    int orders;
    int *m;     /* [orders] */
    int stride; /* from n to n + 1: the latitudes, rounded up to LANES; padding is 0 */
    int order;  /* of the tables p and h; -1: none yet */
    /* P_n^m and H_n^m = (1 - mu^2) dP_n^m/dmu for n = m..M at northern latitudes,
     * [(n - m) * stride + latitude]. At southern ones P_n^m has the sign (-1)^(n-m), H_n^m the
     * opposite one. */
    double *p, *h;
    double *mu;       /* [stride] */
    double *diagonal; /* P_m^m: [orders][stride] */
    struct recurrence **recurrences; /* [orders][M - m + 1] */
};

/* For the orders m[0..orders) at the latitudes mu[0..latitudes). */
struct legendre *legendre_create(int waves, const int *m, int orders, const double *mu,
                                 int latitudes);
void legendre_free(struct legendre *legendre);

/* Computes the tables of m[order], unless they are the current ones. */
void legendre_tabulate(struct legendre *legendre, int order);

/* Gauss-Legendre quadrature over mu = sin(latitude). The nodes are symmetric about the equator:
 * only northern ones are stored, from the pole, each for its pair of latitudes mu and -mu. */
struct quadrature {
    int pairs;      /* half the latitudes */
    double *mu;     /* [pairs], descending */
    double *weight; /* [pairs], of each of the two; over all latitudes the sum is 2 */
};

/* For an even number of latitudes. */
struct quadrature *quadrature_create(int latitudes);
void quadrature_free(struct quadrature *quadrature);
