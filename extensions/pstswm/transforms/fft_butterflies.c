/* SPDX-License-Identifier: BSD-3-Clause */
/* Many short transforms at once: two real lines are the real and the imaginary part of one complex
 * line, and PAIRS of these are processed alike by radix-4 butterflies in place, with one radix-2
 * stage if the length is no power of four. Compiled once for each set of vectors. */
#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

#include <string.h>

/* At most four: the longest lines are 4 KiB apart, so that the same element of more than eight
 * lines does not fit the first-level cache, which has few places for addresses so far apart. */
#if LANES == 1
enum { PAIRS = 1 };
typedef double pairs_vector;
#else
enum { PAIRS = WIDTH < 4 ? WIDTH : 4 };
typedef double pairs_vector __attribute__((vector_size(PAIRS * sizeof(double)), may_alias));
#endif

struct point {
    pairs_vector re, im;
};

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
    const int step = length / (4 * quarter);

    for (struct point *group = z; group < z + length; group += 4 * quarter)
        for (int k = 0; k < quarter; k++) {
            struct point *at = group + k;
            const struct point c = times(roots[k * step], at[2 * quarter]);
            const struct point d = times(roots[3 * k * step], at[3 * quarter]);
            const struct point odd = plus(c, d), odd_turned = minus(c, d);
            const struct point a = at[0], b = times(roots[2 * k * step], at[quarter]);
            const struct point even = plus(a, b), even_turned = minus(a, b);

            at[0] = plus(even, odd);
            at[quarter] = minus_i(even_turned, odd_turned);
            at[2 * quarter] = minus(even, odd);
            at[3 * quarter] = plus_i(even_turned, odd_turned);
        }
}

/* In place, from the order of reversed bits to the natural one. A function of its own, because it
 * does not depend on the number of pairs. */
static __attribute__((noinline)) void transform(struct point *z, int length,
                                                const struct root *roots)
{
    int done = 1;

    if (__builtin_ctz((unsigned)length) % 2) {
        radix_2(z, length);
        done = 2;
    }
    for (; done < length; done *= 4)
        radix_4(z, done, length, roots);
}

/* Lines are pairs: element `at` of line 2 lane into re, of line 2 lane + 1 into im. */
INLINE void load(struct point *z, const double *from, int length, int pairs, const int *reversed)
{
    if (pairs < PAIRS)
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
        const pairs_vector x[] = {0.5 * (plus_m.re + minus_m.re), 0.5 * (plus_m.im - minus_m.im)};
        const pairs_vector y[] = {0.5 * (plus_m.im + minus_m.im), 0.5 * (minus_m.re - plus_m.re)};

        for (int lane = 0; lane < pairs; lane++) {
            double *to = (double *)(spectra + 2 * lane * stride + m);

            to[0] = ((const double *)&x[0])[lane];
            to[1] = ((const double *)&x[1])[lane];
            to[2 * stride] = ((const double *)&y[0])[lane];
            to[2 * stride + 1] = ((const double *)&y[1])[lane];
        }
    }
}

INLINE void forward(const struct fft *fft, int pairs, const double *from, double complex *spectra)
{
    const struct fft_blocked_plan *plan = fft->plan;
    struct point z[FFT_LONGEST];

    load(z, from, fft->length, pairs, plan->reversed);
    transform(z, fft->length, plan->roots);
    separate(z, fft, pairs, spectra);
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

INLINE void inverse(const struct fft *fft, int pairs, const double complex *spectra, double *to)
{
    const struct fft_blocked_plan *plan = fft->plan;
    struct point z[FFT_LONGEST];

    combine(z, fft, pairs, spectra, plan->reversed);
    transform(z, fft->length, plan->roots);
    store(z, fft->length, pairs, to);
}

/* PAIRS as long as there are as many lines: the compiler knows the number. */
void VECTOR_NAME(fft_blocked_forward)(const struct fft *fft, int lines, const double *from,
                                      double complex *spectra)
{
    const ptrdiff_t stride = fft_stride(fft->length);

    for (; lines >= 2 * PAIRS; lines -= 2 * PAIRS) {
        forward(fft, PAIRS, from, spectra);
        from += 2 * PAIRS * fft->length;
        spectra += 2 * PAIRS * stride;
    }
    if (lines)
        forward(fft, lines / 2, from, spectra);
}

void VECTOR_NAME(fft_blocked_inverse)(const struct fft *fft, int lines, double complex *spectra,
                                      double *to)
{
    const ptrdiff_t stride = fft_stride(fft->length);

    for (; lines >= 2 * PAIRS; lines -= 2 * PAIRS) {
        inverse(fft, PAIRS, spectra, to);
        spectra += 2 * PAIRS * stride;
        to += 2 * PAIRS * fft->length;
    }
    if (lines)
        inverse(fft, lines / 2, spectra, to);
}
