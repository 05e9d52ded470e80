/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include "pstswm/transforms/fft.h"

struct fft_blocked_plan {
    struct root {
        double re, im;
    } roots[FFT_LONGEST]; /* exp(-2 pi i k / length) */
    int reversed[FFT_LONGEST];
};

/* As in struct fft_kind. */
void fft_blocked_forward(const struct fft *fft, int lines, const double *from,
                         double complex *spectra);
void fft_blocked_inverse(const struct fft *fft, int lines, double complex *spectra, double *to);
