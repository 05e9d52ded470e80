/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/transforms/legendre.h"
#include "extensions/pstswm/transforms/arrays.h"
#include "extensions/pstswm/transforms/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static extended epsilon(int n, int m)
{
    return sqrtl((extended)(n * n - m * m) / (4 * n * n - 1));
}

static struct recurrence *recurrence_create(int m, int waves)
{
    struct recurrence *rows = array_take((size_t)(waves - m + 1) * sizeof *rows);

    for (int n = m; n <= waves; n++)
        rows[n - m] = (struct recurrence){
            (double)(1 / epsilon(n + 1, m)), (double)(epsilon(n, m) / epsilon(n + 1, m)),
            (double)((n + 1) * epsilon(n, m)), (double)(n * epsilon(n + 1, m))};
    return rows;
}

/* P_m^m, from P_0^0 = sqrt(1/2). Near the poles it is far below rounding for large m, and so are
 * all n <= M; tiny ones are 0, because arithmetic with subnormal numbers is slow. */
static double diagonal(int m, extended mu)
{
    extended p = sqrtl(0.5L);

    for (int i = 1; i <= m; i++)
        p *= sqrtl((2 * i + 1) * (1 - mu * mu) / (2 * i));
    return p < 1e-200L ? 0 : (double)p;
}

struct legendre *legendre_create(int waves, const int *m, int orders, const double *mu,
                                 int latitudes)
{
    struct legendre *legendre = array_take(sizeof *legendre);
    const size_t stride = (size_t)lanes_round_up(latitudes), count = (size_t)orders;
    const size_t values = (size_t)(waves + 1) * stride;

    *legendre = (struct legendre){
        .waves = waves,
        .orders = orders,
        .m = array_take(count * sizeof *legendre->m),
        .stride = (int)stride,
        .order = -1,
        .p = array_take(values * sizeof *legendre->p),
        .h = array_take(values * sizeof *legendre->h),
        .mu = array_take(stride * sizeof *legendre->mu),
        .diagonal = array_take(count * stride * sizeof *legendre->diagonal),
        .recurrences = array_take(count * sizeof *legendre->recurrences),
    };
    memcpy(legendre->m, m, count * sizeof *m);
    memcpy(legendre->mu, mu, (size_t)latitudes * sizeof *mu);
    for (int i = 0; i < orders; i++) {
        legendre->recurrences[i] = recurrence_create(m[i], waves);
        for (int j = 0; j < latitudes; j++)
            legendre->diagonal[(size_t)i * stride + (size_t)j] = diagonal(m[i], mu[j]);
    }
    return legendre;
}

void legendre_free(struct legendre *legendre)
{
    for (int i = 0; i < legendre->orders; i++)
        free(legendre->recurrences[i]);
    free(legendre->recurrences);
    free(legendre->m);
    free(legendre->p);
    free(legendre->h);
    free(legendre->mu);
    free(legendre->diagonal);
    free(legendre);
}

/* ---- Gauss-Legendre quadrature --------------------------------------------------------------- */

/* The Legendre polynomial of this degree and the one before it, by recurrence. */
struct polynomial {
    extended value, before;
};

static struct polynomial polynomial_at(int degree, extended x)
{
    struct polynomial p = {1, 0};

    for (int n = 1; n <= degree; n++)
        p = (struct polynomial){((2 * n - 1) * x * p.value - (n - 1) * p.before) / n, p.value};
    return p;
}

/* Newton's method, from an approximation that is good to O(1/degree^2). */
static extended polynomial_root(int degree, int number)
{
    extended x = cosl(acosl(-1) * (number + 0.75L) / (degree + 0.5L));

    for (int i = 0; i < 8; i++) {
        const struct polynomial p = polynomial_at(degree, x);

        x -= p.value * (x * x - 1) / (degree * (x * p.value - p.before));
    }
    return x;
}

struct quadrature *quadrature_create(int latitudes)
{
    struct quadrature *quadrature = array_take(sizeof *quadrature);

    quadrature->pairs = latitudes / 2;
    quadrature->mu = array_take((size_t)quadrature->pairs * sizeof(double));
    quadrature->weight = array_take((size_t)quadrature->pairs * sizeof(double));
    for (int j = 0; j < quadrature->pairs; j++) {
        const extended x = polynomial_root(latitudes, j);
        const extended before = latitudes * polynomial_at(latitudes, x).before;

        quadrature->mu[j] = (double)x;
        quadrature->weight[j] = (double)(2 * (1 - x * x) / (before * before));
    }
    return quadrature;
}

void quadrature_free(struct quadrature *quadrature)
{
    free(quadrature->mu);
    free(quadrature->weight);
    free(quadrature);
}
