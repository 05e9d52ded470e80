/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/transforms/transforms.h"

extern const struct transforms transforms_baseline, transforms_avx2, transforms_avx512;
static const struct transforms *const each[VECTOR_SETS] = VECTOR_TABLE(transforms);
static const struct transforms *used;

__attribute__((constructor)) static void transforms_choose(void)
{
    used = each[vectors_chosen()];
}

void fft_blocked_forward(const struct fft *fft, int lines, const double *from,
                         double complex *spectra)
{
    used->fft_forward(fft, lines, from, spectra);
}

void fft_blocked_inverse(const struct fft *fft, int lines, double complex *spectra, double *to)
{
    used->fft_inverse(fft, lines, spectra, to);
}

void legendre_tabulate(struct legendre *legendre, int order)
{
    used->legendre_tabulate(legendre, order);
}

void split_fft_forward(const struct split_fft *fft, double *block, int groups)
{
    used->split_fft_forward(fft, block, groups);
}

void split_fft_inverse(const struct split_fft *fft, double *block, int groups)
{
    used->split_fft_inverse(fft, block, groups);
}

void split_fft_forward_step(const struct split_fft *fft, int bit, double *block,
                            const double *other, int groups)
{
    used->split_fft_forward_step(fft, bit, block, other, groups);
}

void split_fft_inverse_step(const struct split_fft *fft, int bit, double *block,
                            const double *other, int groups)
{
    used->split_fft_inverse_step(fft, bit, block, other, groups);
}

void sums_forward(double *out, ptrdiff_t out_stride, int rows, const double *table,
                  ptrdiff_t stride, int latitudes, const double *x, int columns)
{
    used->sums_forward(out, out_stride, rows, table, stride, latitudes, x, columns);
}

void sums_inverse(double *out, int latitudes, const double *table, ptrdiff_t stride, int rows,
                  const double *x, ptrdiff_t x_stride, int columns)
{
    used->sums_inverse(out, latitudes, table, stride, rows, x, x_stride, columns);
}
