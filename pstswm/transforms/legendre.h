/* SPDX-License-Identifier: BSD-3-Clause */
/* Associated Legendre functions at Gaussian latitudes, normalized: the integral of the square of
 * P_n^m(mu) over [-1, 1] is 1. */
#pragma once

#include "pstswm/transforms/quadrature.h"

#include <stddef.h>

/* P_n^m and H_n^m = (1 - mu^2) dP_n^m/dmu for some m, all n = m..M, some northern latitudes. At the
 * southern ones P_n^m has the sign (-1)^(n-m) and H_n^m the opposite one. */
struct legendre {
    int waves;  /* M */
    int orders; /* how many m */
    int stride; /* between n and n + 1: the latitudes, rounded up to whole vectors; 0 in the rest */
    double **p, **h; /* [orders][(n - m) * stride + latitude] */
};

/* For the orders m[0..orders) at the latitudes mu[0..latitudes). */
struct legendre *legendre_create(int waves, const int *m, int orders, const double *mu,
                                 int latitudes);
void legendre_free(struct legendre *legendre);
