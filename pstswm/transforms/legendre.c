/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/legendre.h"

#include "pstswm/transforms/arrays.h"
#include "pstswm/transforms/extended.h"
#include "pstswm/transforms/lanes.h"

#include <math.h>
#include <stdlib.h>

static extended epsilon(int n, int m)
{
    return sqrtl((extended)(n * n - m * m) / (4 * n * n - 1));
}

/* P_m^m, from P_0^0 = sqrt(1/2). */
static extended diagonal(int m, extended mu)
{
    extended p = sqrtl(0.5L);

    for (int i = 1; i <= m; i++)
        p *= sqrtl((2 * i + 1) * (1 - mu * mu) / (2 * i));
    return p;
}

/* Near the poles values for large m are far below rounding, and where they are not normalized
 * numbers, arithmetic is slow. */
static double negligible_to_zero(extended value)
{
    return fabsl(value) < 1e-200L ? 0 : (double)value;
}

/* All n of one m at one latitude. */
static void fill(double *p, double *h, int stride, int m, int waves, extended mu)
{
    extended before = 0, now = diagonal(m, mu);

    for (int n = m; n <= waves; n++) {
        const extended after = (mu * now - epsilon(n, m) * before) / epsilon(n + 1, m);

        p[(n - m) * stride] = negligible_to_zero(now);
        h[(n - m) * stride] =
            negligible_to_zero((n + 1) * epsilon(n, m) * before - n * epsilon(n + 1, m) * after);
        before = now;
        now = after;
    }
}

struct legendre *legendre_create(int waves, const int *m, int orders, const double *mu,
                                 int latitudes)
{
    struct legendre *legendre = array_take(sizeof *legendre);

    legendre->waves = waves;
    legendre->orders = orders;
    legendre->stride = lanes_round_up(latitudes);
    legendre->p = array_take((size_t)orders * sizeof *legendre->p);
    legendre->h = array_take((size_t)orders * sizeof *legendre->h);
    for (int i = 0; i < orders; i++) {
        const size_t values = (size_t)(waves - m[i] + 1) * (size_t)legendre->stride;

        legendre->p[i] = array_take(values * sizeof(double));
        legendre->h[i] = array_take(values * sizeof(double));
        for (int j = 0; j < latitudes; j++)
            fill(legendre->p[i] + j, legendre->h[i] + j, legendre->stride, m[i], waves, mu[j]);
    }
    return legendre;
}

void legendre_free(struct legendre *legendre)
{
    for (int i = 0; i < legendre->orders; i++) {
        free(legendre->p[i]);
        free(legendre->h[i]);
    }
    free(legendre->p);
    free(legendre->h);
    free(legendre);
}
