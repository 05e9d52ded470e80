/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/legendre.h"

#include "pstswm/transforms/arrays.h"

#include <math.h>
#include <stdlib.h>

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
