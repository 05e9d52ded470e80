/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/fft.h"

#include "pstswm/transforms/arrays.h"

#include <stdlib.h>
#include <string.h>

static const struct fft_kind *const kinds[] = {&fft_fftw, &fft_blocked};

enum { KINDS = sizeof kinds / sizeof *kinds };

const struct fft_kind *fft_get(int number)
{
    return number < KINDS ? kinds[number] : NULL;
}

const struct fft_kind *fft_find(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
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
