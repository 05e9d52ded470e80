/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/split_fft.h"

#include "pstswm/transforms/arrays.h"

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

#define INLINE static inline __attribute__((always_inline))

struct point {
    lanes re, im;
};

INLINE struct point sum(struct point a, struct point b)
{
    return (struct point){a.re + b.re, a.im + b.im};
}

INLINE struct point difference(struct point a, struct point b)
{
    return (struct point){a.re - b.re, a.im - b.im};
}

/* exp(-+ 2 pi i k / length) z: the upper sign forward, the lower one back. */
INLINE struct point turned(const struct split_fft *fft, int k, int sign, struct point z)
{
    const double c = fft->cosine[k], s = sign * fft->sine[k];

    return (struct point){c * z.re - s * z.im, c * z.im + s * z.re};
}

/* The first point of this rank in the half of the line that it shares. */
static int first_point(const struct split_fft *fft, int bit)
{
    return (fft->rank & (bit - 1)) * fft->points;
}

WIDEST_LANES void split_fft_forward_step(const struct split_fft *fft, int bit, double *block,
                                         const double *other, int groups)
{
    const int first = first_point(fft, bit), turn = fft->ranks / (2 * bit);
    struct point *z = (struct point *)block;
    const struct point *w = (const struct point *)other;

    for (int at = 0; at < groups * fft->points; at++)
        z[at] = fft->rank & bit
                    ? turned(fft, (first + at % fft->points) * turn, 1, difference(w[at], z[at]))
                    : sum(z[at], w[at]);
}

WIDEST_LANES void split_fft_inverse_step(const struct split_fft *fft, int bit, double *block,
                                         const double *other, int groups)
{
    const int first = first_point(fft, bit), turn = fft->ranks / (2 * bit);
    struct point *z = (struct point *)block;
    const struct point *w = (const struct point *)other;

    for (int at = 0; at < groups * fft->points; at++) {
        const int k = (first + at % fft->points) * turn;

        z[at] = fft->rank & bit ? difference(w[at], turned(fft, k, -1, z[at]))
                                : sum(z[at], turned(fft, k, -1, w[at]));
    }
}

WIDEST_LANES void split_fft_forward(const struct split_fft *fft, double *block, int groups)
{
    for (struct point *z = (struct point *)block; groups-- > 0; z += fft->points)
        for (int half = fft->points / 2; half; half /= 2)
            for (int begin = 0; begin < fft->points; begin += 2 * half)
                for (int k = 0; k < half; k++) {
                    struct point *a = z + begin + k, *b = a + half;
                    const struct point both = sum(*a, *b);

                    *b = turned(fft, k * (fft->length / (2 * half)), 1, difference(*a, *b));
                    *a = both;
                }
}

WIDEST_LANES void split_fft_inverse(const struct split_fft *fft, double *block, int groups)
{
    for (struct point *z = (struct point *)block; groups-- > 0; z += fft->points)
        for (int half = 1; half < fft->points; half *= 2)
            for (int begin = 0; begin < fft->points; begin += 2 * half)
                for (int k = 0; k < half; k++) {
                    struct point *a = z + begin + k, *b = a + half;
                    const struct point other = turned(fft, k * (fft->length / (2 * half)), -1, *b);

                    *b = difference(*a, other);
                    *a = sum(*a, other);
                }
}
