/* SPDX-License-Identifier: BSD-3-Clause */
/* One line at a time, by plans that FFTW has measured to be the fastest. */
#include "extensions/pstswm/transforms/arrays.h"
#include "extensions/pstswm/transforms/fft.h"

#include <fftw3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct plans {
    fftw_plan forward, inverse;
};

static void *plans_create(int length)
{
    struct plans *plans = array_take(sizeof *plans);
    double *line = array_take((size_t)length * sizeof *line);
    fftw_complex *spectrum = array_take((size_t)fft_stride(length) * sizeof *spectrum);

    *plans = (struct plans){
        fftw_plan_dft_r2c_1d(length, line, spectrum, FFTW_MEASURE | FFTW_PRESERVE_INPUT),
        fftw_plan_dft_c2r_1d(length, spectrum, line, FFTW_MEASURE | FFTW_DESTROY_INPUT)};
    free(line);
    free(spectrum);
    return plans;
}

static void plans_free(void *old)
{
    struct plans *plans = old;

    fftw_destroy_plan(plans->forward);
    fftw_destroy_plan(plans->inverse);
    free(plans);
}

static void forward(const struct fft *fft, int lines, const double *from, double complex *spectra)
{
    const struct plans *plans = fft->plan;

    for (ptrdiff_t line = 0; line < lines; line++)
        fftw_execute_dft_r2c(plans->forward, (double *)from + line * fft->length,
                             spectra + line * fft_stride(fft->length));
}

static void inverse(const struct fft *fft, int lines, double complex *spectra, double *to)
{
    const struct plans *plans = fft->plan;
    const size_t unused = (size_t)(fft->length / 2 - fft->waves) * sizeof *spectra;

    for (ptrdiff_t line = 0; line < lines; line++) {
        double complex *spectrum = spectra + line * fft_stride(fft->length);

        memset(spectrum + fft->waves + 1, 0, unused);
        fftw_execute_dft_c2r(plans->inverse, spectrum, to + line * fft->length);
    }
}

const struct fft_kind fft_fftw = {
    .name = "fftw",
    .meaning = "FFTW 3, a library",
    .plan = plans_create,
    .forward = forward,
    .inverse = inverse,
    .free = plans_free,
};
