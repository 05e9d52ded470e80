/* SPDX-License-Identifier: BSD-3-Clause */
/* The shallow water equations on the rotating sphere by the spectral transform method: Hack and
 * Jakob 1992 (NCAR/TN-343+STR), semi-implicit leapfrog, without topography, forcing, diffusion and
 * time filter. With U = u cos(lat), V = v cos(lat), eta the absolute vorticity, delta the
 * divergence, mean + phi the geopotential:
 *     A = U eta   B = V eta   C = U phi   D = V phi   E = (U^2 + V^2) / (2 (1 - mu^2))
 *     d eta/dt   = - 1/(a(1-mu^2)) dA/dlambda - 1/a dB/dmu
 *     d delta/dt = + 1/(a(1-mu^2)) dB/dlambda - 1/a dA/dmu - Laplacian(phi + E)
 *     d phi/dt   = - 1/(a(1-mu^2)) dC/dlambda - 1/a dD/dmu - mean delta
 * Metres and seconds. */
#pragma once

#include <complex.h>

#define EARTH_RADIUS 6.37122e6
#define EARTH_ROTATION 7.292e-5 /* 1/s */
#define EARTH_GRAVITY 9.80616

/* Fields on the grid and in spectral space. */
enum { ETA, DELTA, PHI, U, V, FIELDS };
enum { TERMS = 8 }; /* A to E, and eta, delta and phi of t - dt */
/* The fields that have coefficients. */
enum { PROGNOSTIC = PHI + 1 };

/* One step of leapfrog: from t - dt over t to t + dt. */
struct step {
    double dt;
    double mean; /* of the geopotential */
};

/* A line of each of the terms, `length` points at the latitude asin(mu). */
void equations_terms(double *const terms[TERMS], const double *const now[FIELDS],
                     const double *const before[FIELDS], int length, double mu);

/* The sums over the latitudes: with P_n^m for eta, F and G, and for the part of F that is to be
 * multiplied by n (n + 1) / a^2; with H_n^m for eta, F and G. */
enum { SUM_ETA, SUM_F, SUM_G, SUM_LAPLACIAN, SUMS_P, SUMS_H = SUM_LAPLACIAN };

/* The integrands at one latitude, from the Fourier coefficients of order m of the terms; `weight`
 * is the quadrature's. Derivatives are integrated by parts, so the H_n^m get them. */
void equations_integrands(double complex p[SUMS_P], double complex h[SUMS_H],
                          const double complex x[TERMS], int m, double mu, double weight,
                          struct step step);

/* eta(t + dt), F and G of this n: the explicit part of the step. */
void equations_explicit(double complex next[PROGNOSTIC], const double complex p[SUMS_P],
                        const double complex h[SUMS_H], int n);

/* eta, F, G -> eta, delta, phi: in the terms of gravity waves, delta and phi are averaged over t -
 * dt and t + dt. */
void equations_solve(double complex next[PROGNOSTIC], int n, struct step step);

/* The contributions of n and m to the Fourier coefficients of all fields, times P_n^m and times
 * H_n^m (only for U and V); `coriolis` is the coefficient of f = eta - vorticity. */
enum { WINDS = FIELDS - U };
void equations_winds(double complex p[FIELDS], double complex h[WINDS],
                     const double complex now[PROGNOSTIC], double coriolis, int n, int m);
