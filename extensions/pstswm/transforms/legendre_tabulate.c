/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

/* All n at STEP latitudes. */
static inline __attribute__((always_inline)) void tabulate(double *p, double *h, int stride,
                                                           int rows,
                                                           const struct recurrence *recurrence,
                                                           const double *mu, const double *diagonal)
{
    lanes before[PARTS] = {}, now[PARTS];

    EACH_PART now[part] = ((const lanes *)diagonal)[part];
    for (int row = 0; row < rows; row++, p += stride, h += stride) {
        const struct recurrence by = recurrence[row];

        EACH_PART
        {
            const lanes after =
                by.now * ((const lanes *)mu)[part] * now[part] - by.before * before[part];

            ((lanes *)p)[part] = now[part];
            ((lanes *)h)[part] = by.h_before * before[part] - by.h_after * after;
            before[part] = now[part];
            now[part] = after;
        }
    }
}

void VECTOR_NAME(legendre_tabulate)(struct legendre *legendre, int order)
{
    const int rows = legendre->waves - legendre->m[order] + 1;
    const double *start = legendre->diagonal + (ptrdiff_t)order * legendre->stride;

    if (order == legendre->order)
        return;
    legendre->order = order;
    for (int j = 0; j < legendre->stride; j += STEP)
        tabulate(legendre->p + j, legendre->h + j, legendre->stride, rows,
                 legendre->recurrences[order], legendre->mu + j, start + j);
}
