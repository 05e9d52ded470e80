/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/numerics/equations.h"

static const double a = EARTH_RADIUS;

enum { A, B, C, D, E, OLD_ETA, OLD_DELTA, OLD_PHI };

static inline double complex times_i(double complex z)
{
    return CMPLX(-cimag(z), creal(z));
}

void equations_terms(double *const terms[TERMS], const double *const now[FIELDS],
                     const double *const before[FIELDS], int length, double mu)
{
    const double energy = 1 / (2 * (1 - mu * mu));

#pragma GCC ivdep
    for (int i = 0; i < length; i++) {
        const double u = now[U][i], v = now[V][i], eta = now[ETA][i], phi = now[PHI][i];

        terms[A][i] = u * eta;
        terms[B][i] = v * eta;
        terms[C][i] = u * phi;
        terms[D][i] = v * phi;
        terms[E][i] = (u * u + v * v) * energy;
        terms[OLD_ETA][i] = before[ETA][i];
        terms[OLD_DELTA][i] = before[DELTA][i];
        terms[OLD_PHI][i] = before[PHI][i];
    }
}

void equations_integrands(double complex p[SUMS_P], double complex h[SUMS_H],
                          const double complex x[TERMS], int m, double mu, double weight,
                          struct step step)
{
    const double w = weight, c = 2 * step.dt * weight / (a * (1 - mu * mu));

    p[SUM_ETA] = w * x[OLD_ETA] - c * m * times_i(x[A]);
    h[SUM_ETA] = c * x[B];
    p[SUM_F] = w * x[OLD_DELTA] + c * m * times_i(x[B]);
    h[SUM_F] = c * x[A];
    p[SUM_G] = w * (x[OLD_PHI] - step.dt * step.mean * x[OLD_DELTA]) - c * m * times_i(x[C]);
    h[SUM_G] = c * x[D];
    p[SUM_LAPLACIAN] = w * step.dt * (2 * x[E] + x[OLD_PHI]);
}

void equations_explicit(double complex next[PROGNOSTIC], const double complex p[SUMS_P],
                        const double complex h[SUMS_H], int n)
{
    const double laplacian = n * (n + 1) / (a * a);

    next[ETA] = p[SUM_ETA] + h[SUM_ETA];
    next[DELTA] = p[SUM_F] + h[SUM_F] + laplacian * p[SUM_LAPLACIAN];
    next[PHI] = p[SUM_G] + h[SUM_G];
}

void equations_solve(double complex next[PROGNOSTIC], int n, struct step step)
{
    const double k = step.dt * n * (n + 1) / (a * a), mean = step.dt * step.mean;
    const double complex f = next[DELTA], g = next[PHI];

    next[DELTA] = (f + k * g) / (1 + k * mean);
    next[PHI] = (g - mean * f) / (1 + k * mean);
}

void equations_winds(double complex p[FIELDS], double complex h[WINDS],
                     const double complex now[PROGNOSTIC], double coriolis, int n, int m)
{
    const double inverse = n ? a / (n * (n + 1)) : 0;
    const double complex zeta = now[ETA] - coriolis, delta = now[DELTA];

    p[ETA] = now[ETA];
    p[DELTA] = delta;
    p[PHI] = now[PHI];
    p[U] = -inverse * m * times_i(delta);
    p[V] = -inverse * m * times_i(zeta);
    h[U - U] = inverse * zeta;
    h[V - U] = -inverse * delta;
}
