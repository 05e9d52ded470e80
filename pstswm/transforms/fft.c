/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/fft.h"

#include "pstswm/transforms/arrays.h"

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
