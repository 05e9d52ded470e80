/* SPDX-License-Identifier: BSD-3-Clause */
/* Replaces fft_fftw.c in builds without the library. */
#include "extensions/pstswm/transforms/fft.h"

#include <stddef.h>

const struct fft_kind fft_fftw = {
    .name = "fftw",
    .meaning = "FFTW 3, a library",
    .absent = "built without FFTW (libfftw3-dev)",
};
