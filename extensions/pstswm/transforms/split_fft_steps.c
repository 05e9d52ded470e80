/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

#define INLINE static inline __attribute__((always_inline))

/* `point` has the lines of one register, `points` all lines of a group, as in the block. */
struct point {
    lanes re, im;
};

enum { REGISTERS = LANES / WIDTH };
#define EACH_REGISTER _Pragma("GCC unroll 4") for (int i = 0; i < REGISTERS; i++)

struct points {
    lanes re[REGISTERS], im[REGISTERS];
};

INLINE struct point get(const struct points *from, int i)
{
    return (struct point){from->re[i], from->im[i]};
}

INLINE void set(struct points *to, int i, struct point z)
{
    to->re[i] = z.re;
    to->im[i] = z.im;
}

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

INLINE void forward_step(const struct split_fft *fft, int bit, double *block, const double *other,
                         int groups, bool second)
{
    const int first = first_point(fft, bit), turn = fft->ranks / (2 * bit);
    struct points *z = (struct points *)block;
    const struct points *w = (const struct points *)other;

    for (int at = 0; at < groups * fft->points; at++) {
        const int k = (first + at % fft->points) * turn;

        EACH_REGISTER
        {
            const struct point own = get(z + at, i), others = get(w + at, i);

            set(z + at, i, second ? turned(fft, k, 1, difference(others, own)) : sum(own, others));
        }
    }
}

INLINE void inverse_step(const struct split_fft *fft, int bit, double *block, const double *other,
                         int groups, bool second)
{
    const int first = first_point(fft, bit), turn = fft->ranks / (2 * bit);
    struct points *z = (struct points *)block;
    const struct points *w = (const struct points *)other;

    for (int at = 0; at < groups * fft->points; at++) {
        const int k = (first + at % fft->points) * turn;

        EACH_REGISTER
        {
            const struct point own = get(z + at, i), others = get(w + at, i);

            set(z + at, i,
                second ? difference(others, turned(fft, k, -1, own))
                       : sum(own, turned(fft, k, -1, others)));
        }
    }
}

void VECTOR_NAME(split_fft_forward_step)(const struct split_fft *fft, int bit, double *block,
                                         const double *other, int groups)
{
    if (fft->rank & bit)
        forward_step(fft, bit, block, other, groups, true);
    else
        forward_step(fft, bit, block, other, groups, false);
}

void VECTOR_NAME(split_fft_inverse_step)(const struct split_fft *fft, int bit, double *block,
                                         const double *other, int groups)
{
    if (fft->rank & bit)
        inverse_step(fft, bit, block, other, groups, true);
    else
        inverse_step(fft, bit, block, other, groups, false);
}

void VECTOR_NAME(split_fft_forward)(const struct split_fft *fft, double *block, int groups)
{
    for (struct points *z = (struct points *)block; groups-- > 0; z += fft->points)
        for (int half = fft->points / 2; half; half /= 2)
            for (int begin = 0; begin < fft->points; begin += 2 * half)
                for (int k = 0; k < half; k++) {
                    struct points *upper = z + begin + k, *lower = upper + half;
                    const int root = k * (fft->length / (2 * half));

                    EACH_REGISTER
                    {
                        const struct point a = get(upper, i), b = get(lower, i);

                        set(upper, i, sum(a, b));
                        set(lower, i, turned(fft, root, 1, difference(a, b)));
                    }
                }
}

void VECTOR_NAME(split_fft_inverse)(const struct split_fft *fft, double *block, int groups)
{
    for (struct points *z = (struct points *)block; groups-- > 0; z += fft->points)
        for (int half = 1; half < fft->points; half *= 2)
            for (int begin = 0; begin < fft->points; begin += 2 * half)
                for (int k = 0; k < half; k++) {
                    struct points *upper = z + begin + k, *lower = upper + half;
                    const int root = k * (fft->length / (2 * half));

                    EACH_REGISTER
                    {
                        const struct point a = get(upper, i);
                        const struct point b = turned(fft, root, -1, get(lower, i));

                        set(upper, i, sum(a, b));
                        set(lower, i, difference(a, b));
                    }
                }
}
