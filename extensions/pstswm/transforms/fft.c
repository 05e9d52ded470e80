/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/transforms/fft.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct fft_kind *const fft_kinds[] = {&fft_fftw, &fft_blocked, NULL};

const struct fft_kind *fft_find(const char *name)
{
    int i = 0;

    while (fft_kinds[i] && strcmp(fft_kinds[i]->name, name) != 0)
        i++;
    return fft_kinds[i];
}

struct fft *fft_create(const struct fft_kind *kind, int length, int waves)
{
    struct fft *fft = array_take(sizeof *fft);

    *fft = (struct fft){length, waves, kind, kind->plan(length)};
    return fft;
}

void fft_free(struct fft *fft)
{
    fft->kind->free(fft->plan);
    free(fft);
}

/* ---- our own --------------------------------------------------------------------------------- */

int bits_reversed(int number, int length)
{
    int reversed = 0;

    for (int bit = 1; bit < length; bit *= 2)
        reversed = 2 * reversed + (number & bit ? 1 : 0);
    return reversed;
}

static void *plan_create(int length)
{
    struct fft_blocked_plan *plan = array_take(sizeof *plan);

    for (int k = 0; k < length; k++) {
        const double angle = 2 * acos(-1) * k / length;

        plan->roots[k] = (struct root){cos(angle), -sin(angle)};
        plan->reversed[k] = bits_reversed(k, length);
    }
    return plan;
}

const struct fft_kind fft_blocked = {
    .name = "blocked",
    .meaning = "our own, many lines at once",
    .plan = plan_create,
    .forward = fft_blocked_forward,
    .inverse = fft_blocked_inverse,
    .free = free,
};
