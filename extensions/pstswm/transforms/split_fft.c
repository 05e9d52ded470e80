/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/transforms/split_fft.h"

#include "extensions/pstswm/transforms/arrays.h"

#include <math.h>
#include <stdlib.h>

struct split_fft split_fft_create(int length, int ranks, int rank)
{
    const size_t bytes = (size_t)length * sizeof(double);
    struct split_fft fft = {length,           ranks, rank, length / ranks, array_take(bytes),
                            array_take(bytes)};

    for (int k = 0; k < length; k++) {
        fft.cosine[k] = cos(2 * acos(-1) * k / length);
        fft.sine[k] = -sin(2 * acos(-1) * k / length);
    }
    return fft;
}

void split_fft_free(struct split_fft *fft)
{
    free(fft->cosine);
    free(fft->sine);
}
