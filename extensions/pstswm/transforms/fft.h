/* SPDX-License-Identifier: BSD-3-Clause */
/* Real Fourier transforms of lines, along circles of latitude:
 *     spectrum[m] = sum over i of line[i] exp(-2 pi i m i / length)        (forward)
 *     line[i] = spectrum[0] + 2 Re sum over 0 < m <= waves of spectrum[m] exp(2 pi i m i / length)
 * Neither divides by the length. A line's result does not depend on the lines beside it. */
#pragma once

#include <complex.h>

struct fft {
    int length; /* of a line: a power of two, 8 to FFT_LONGEST */
    int waves;  /* M: the largest m wanted, below length / 2 */
    const struct fft_kind *kind;
    void *plan;
};

enum { FFT_LONGEST = 512 };

/* Both take an even number of lines, `length` apart, and spectra, fft_stride apart. Elements
 * 0..waves of a spectrum are defined; `inverse` overwrites it. Any number of threads may use one
 * plan. */
struct fft_kind {
    const char *name;
    const char *meaning;
    const char *absent; /* why this build lacks it, or NULL */
    void *(*plan)(int length);
    void (*forward)(const struct fft *fft, int lines, const double *from, double complex *spectra);
    void (*inverse)(const struct fft *fft, int lines, double complex *spectra, double *to);
    void (*free)(void *plan);
};

/* "blocked": our own, many lines at once; "fftw": the library FFTW. NULL after the last, and for a
 * name that none has. */
extern const struct fft_kind *const fft_kinds[];
const struct fft_kind *fft_find(const char *name);

struct fft *fft_create(const struct fft_kind *kind, int length, int waves);
void fft_free(struct fft *fft);

/* Complex numbers between spectra: whole cache lines, more than length / 2. */
static inline int fft_stride(int length)
{
    return length / 2 + 4;
}

extern const struct fft_kind fft_blocked, fft_fftw;

/* ---- our own ------------------------------------------------------------------------------ */

struct fft_blocked_plan {
    struct root {
        double re, im;
    } roots[FFT_LONGEST]; /* exp(-2 pi i k / length) */
    int reversed[FFT_LONGEST];
};

/* The bits of a number below `length`, a power of two, reversed. */
int bits_reversed(int number, int length);

/* As in struct fft_kind. */
void fft_blocked_forward(const struct fft *fft, int lines, const double *from,
                         double complex *spectra);
void fft_blocked_inverse(const struct fft *fft, int lines, double complex *spectra, double *to);
