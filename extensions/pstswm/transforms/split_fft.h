/* SPDX-License-Identifier: BSD-3-Clause */
/* A complex Fourier transform whose points are distributed over ranks in equal blocks, by
 * decimation in frequency: log2(ranks) steps combine a block with that of the rank that differs in
 * one bit; then each block is transformed by itself. The result of frequency m = r + ranks t is on
 * the rank whose bits reversed are r, at the index that is t with its bits reversed.
 *
 * Blocks are [groups][points][re, im][LANES]: the LANES lines of a group are processed alike. */
#pragma once

#include "extensions/pstswm/transforms/lanes.h"

#include <stddef.h>

struct split_fft {
    int length; /* of a line: a power of two */
    int ranks;  /* a power of two */
    int rank;
    int points;            /* of a block: length / ranks */
    double *cosine, *sine; /* of -2 pi k / length, [length] */
};

struct split_fft split_fft_create(int length, int ranks, int rank);
void split_fft_free(struct split_fft *fft);

/* Numbers of so many groups. */
static inline size_t split_fft_numbers(const struct split_fft *fft, int groups)
{
    return (size_t)groups * (size_t)fft->points * 2 * LANES;
}

/* With the block of rank ^ bit, for bits from the highest to the lowest; then the block alone. */
void split_fft_forward_step(const struct split_fft *fft, int bit, double *block,
                            const double *other, int groups);
void split_fft_forward(const struct split_fft *fft, double *block, int groups);

/* Back, in the opposite order. Neither divides by the length. */
void split_fft_inverse(const struct split_fft *fft, double *block, int groups);
void split_fft_inverse_step(const struct split_fft *fft, int bit, double *block,
                            const double *other, int groups);
