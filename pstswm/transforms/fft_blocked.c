/* SPDX-License-Identifier: BSD-3-Clause */
/* Many short transforms at once: two real lines are the real and the imaginary part of one complex
 * line, and LANES of these are processed alike by radix-4 butterflies in place, with one radix-2
 * stage if the length is no power of four. */
#include "pstswm/transforms/arrays.h"
#include "pstswm/transforms/fft.h"
#include "pstswm/transforms/lanes.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct point {
    lanes re, im;
};

struct plan {
    struct root {
        double re, im;
    } roots[FFT_LONGEST]; /* exp(-2 pi i k / length) */
    int reversed[FFT_LONGEST];
};

static int reverse_bits(int number, int length)
{
    int reversed = 0;

    for (int bit = 1; bit < length; bit *= 2)
        reversed = 2 * reversed + (number & bit ? 1 : 0);
    return reversed;
}

static void *plan_create(int length)
{
    struct plan *plan = array_take(sizeof *plan);

    for (int k = 0; k < length; k++) {
        const double angle = 2 * acos(-1) * k / length;

        plan->roots[k] = (struct root){cos(angle), -sin(angle)};
        plan->reversed[k] = reverse_bits(k, length);
    }
    return plan;
}

#define INLINE static inline __attribute__((always_inline))

INLINE struct point times(struct root w, struct point z)
{
    return (struct point){w.re * z.re - w.im * z.im, w.re * z.im + w.im * z.re};
}

INLINE struct point plus(struct point a, struct point b)
{
    return (struct point){a.re + b.re, a.im + b.im};
}

INLINE struct point minus(struct point a, struct point b)
{
    return (struct point){a.re - b.re, a.im - b.im};
}

/* a + i b and a - i b. */
INLINE struct point plus_i(struct point a, struct point b)
{
    return (struct point){a.re - b.im, a.im + b.re};
}

INLINE struct point minus_i(struct point a, struct point b)
{
    return (struct point){a.re + b.im, a.im - b.re};
}

/* Transforms of two points each. */
INLINE void radix_2(struct point *z, int length)
{
    for (int i = 0; i < length; i += 2) {
        const struct point a = z[i], b = z[i + 1];

        z[i] = plus(a, b);
        z[i + 1] = minus(a, b);
    }
}

/* Four transforms of `quarter` points each, a, b, c, d, in the order of reversed bits, become one.
 */
INLINE void radix_4(struct point *z, int quarter, int length, const struct root *roots)
{
    for (int k = 0; k < quarter; k++) {
        const int step = k * (length / (4 * quarter));
        const struct root w = roots[step], w2 = roots[2 * step], w3 = roots[3 * step];

        for (struct point *at = z + k; at < z + length; at += 4 * quarter) {
            const struct point a = at[0], b = times(w2, at[quarter]);
            const struct point c = times(w, at[2 * quarter]), d = times(w3, at[3 * quarter]);
            const struct point even = plus(a, b), odd = plus(c, d);
            const struct point even_turned = minus(a, b), odd_turned = minus(c, d);

            at[0] = plus(even, odd);
            at[quarter] = minus_i(even_turned, odd_turned);
            at[2 * quarter] = minus(even, odd);
            at[3 * quarter] = plus_i(even_turned, odd_turned);
        }
    }
}

/* In place, from the order of reversed bits to the natural one. */
INLINE void transform(struct point *z, int length, const struct plan *plan)
{
    int done = 1;

    if (__builtin_ctz((unsigned)length) % 2) {
        radix_2(z, length);
        done = 2;
    }
    for (; done < length; done *= 4)
        radix_4(z, done, length, plan->roots);
}

/* Lines are pairs: element `at` of line 2 lane into re, of line 2 lane + 1 into im. */
INLINE void load(struct point *z, const double *from, int length, int pairs, const int *reversed)
{
    if (pairs < LANES)
        memset(z, 0, (size_t)length * sizeof *z);
    for (int i = 0; i < length; i++) {
        double *re = (double *)&z[reversed[i]].re, *im = (double *)&z[reversed[i]].im;

        for (int lane = 0; lane < pairs; lane++) {
            re[lane] = from[2 * lane * length + i];
            im[lane] = from[(2 * lane + 1) * length + i];
        }
    }
}

/* z = x + i y has the spectra x^m = (z^m + conj z^-m) / 2 and y^m = (z^m - conj z^-m) / 2i. */
INLINE void separate(const struct point *z, const struct fft *fft, int pairs,
                     double complex *spectra)
{
    const int stride = fft_stride(fft->length);

    for (int m = 0; m <= fft->waves; m++) {
        const struct point plus_m = z[m], minus_m = z[m ? fft->length - m : 0];
        const lanes x[] = {0.5 * (plus_m.re + minus_m.re), 0.5 * (plus_m.im - minus_m.im)};
        const lanes y[] = {0.5 * (plus_m.im + minus_m.im), 0.5 * (minus_m.re - plus_m.re)};

        for (int lane = 0; lane < pairs; lane++) {
            double *to = (double *)(spectra + 2 * lane * stride + m);

            to[0] = ((const double *)&x[0])[lane];
            to[1] = ((const double *)&x[1])[lane];
            to[2 * stride] = ((const double *)&y[0])[lane];
            to[2 * stride + 1] = ((const double *)&y[1])[lane];
        }
    }
}

WIDEST_LANES static void forward(const struct fft *fft, int lines, const double *from,
                                 double complex *spectra)
{
    const struct plan *plan = fft->plan;
    struct point z[FFT_LONGEST];

    for (int line = 0; line < lines; line += 2 * LANES) {
        const int pairs = (lines - line < 2 * LANES ? lines - line : 2 * LANES) / 2;

        load(z, from + (ptrdiff_t)line * fft->length, fft->length, pairs, plan->reversed);
        transform(z, fft->length, plan);
        separate(z, fft, pairs, spectra + (ptrdiff_t)line * fft_stride(fft->length));
    }
}

/* The forward transform of a line with real and imaginary parts exchanged is the inverse one with
 * them exchanged. */
INLINE void combine(struct point *z, const struct fft *fft, int pairs,
                    const double complex *spectra, const int *reversed)
{
    const int length = fft->length, stride = fft_stride(length);

    memset(z, 0, (size_t)length * sizeof *z);
    for (int m = 0; m <= fft->waves; m++) {
        struct point *plus_m = &z[reversed[m]], *minus_m = &z[reversed[m ? length - m : 0]];

        for (int lane = 0; lane < pairs; lane++) {
            const double *x = (const double *)(spectra + 2 * lane * stride + m);
            const double *y = x + 2 * stride;

            ((double *)&minus_m->im)[lane] = x[0] + y[1];
            ((double *)&minus_m->re)[lane] = y[0] - x[1];
            ((double *)&plus_m->im)[lane] = x[0] - (m ? y[1] : 0);
            ((double *)&plus_m->re)[lane] = y[0] + (m ? x[1] : 0);
        }
    }
}

INLINE void store(const struct point *z, int length, int pairs, double *to)
{
    for (int i = 0; i < length; i++) {
        const double *x = (const double *)&z[i].im, *y = (const double *)&z[i].re;

        for (int lane = 0; lane < pairs; lane++) {
            to[2 * lane * length + i] = x[lane];
            to[(2 * lane + 1) * length + i] = y[lane];
        }
    }
}

WIDEST_LANES static void inverse(const struct fft *fft, int lines, double complex *spectra,
                                 double *to)
{
    const struct plan *plan = fft->plan;
    struct point z[FFT_LONGEST];

    for (int line = 0; line < lines; line += 2 * LANES) {
        const int pairs = (lines - line < 2 * LANES ? lines - line : 2 * LANES) / 2;

        combine(z, fft, pairs, spectra + (ptrdiff_t)line * fft_stride(fft->length), plan->reversed);
        transform(z, fft->length, plan);
        store(z, fft->length, pairs, to + (ptrdiff_t)line * fft->length);
    }
}

const struct fft_kind fft_blocked = {
    .name = "blocked",
    .meaning = "our own, many lines at once",
    .plan = plan_create,
    .forward = forward,
    .inverse = inverse,
    .free = free,
};
