/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops over lanes, compiled for each set of vectors. The functions of these names call those
 * of the set that vectors_chosen() names. */
#pragma once

#include "extensions/pstswm/transforms/fft.h"
#include "extensions/pstswm/transforms/legendre.h"
#include "extensions/pstswm/transforms/split_fft.h"

#include "comops/ranks/contract/vectors.h"

/* The sums of the Legendre transform and its inverse for one m and one parity of n - m: products of
 * a table of functions with many columns at once. Rows of `table` are `stride` apart. */

/* out[row][column] = sum over j < latitudes of table[row][j] x[j][column]; `columns` is a multiple
 * of LANES. out[row] are out_stride apart. */
void sums_forward(double *out, ptrdiff_t out_stride, int rows, const double *table,
                  ptrdiff_t stride, int latitudes, const double *x, int columns);

/* out[column][j] += sum over row < rows of table[row][j] x[row][column]; `latitudes` is a multiple
 * of LANES and the distance between columns of `out`. x[row] are x_stride apart. */
void sums_inverse(double *out, int latitudes, const double *table, ptrdiff_t stride, int rows,
                  const double *x, ptrdiff_t x_stride, int columns);

struct transforms {
    typeof(fft_blocked_forward) *fft_forward;
    typeof(fft_blocked_inverse) *fft_inverse;
    typeof(legendre_tabulate) *legendre_tabulate;
    typeof(split_fft_forward) *split_fft_forward;
    typeof(split_fft_inverse) *split_fft_inverse;
    typeof(split_fft_forward_step) *split_fft_forward_step;
    typeof(split_fft_inverse_step) *split_fft_inverse_step;
    typeof(sums_forward) *sums_forward;
    typeof(sums_inverse) *sums_inverse;
};

/* The functions of the set that the file is compiled for. */
extern typeof(fft_blocked_forward) VECTOR_NAME(fft_blocked_forward);
extern typeof(fft_blocked_inverse) VECTOR_NAME(fft_blocked_inverse);
extern typeof(legendre_tabulate) VECTOR_NAME(legendre_tabulate);
extern typeof(split_fft_forward) VECTOR_NAME(split_fft_forward);
extern typeof(split_fft_inverse) VECTOR_NAME(split_fft_inverse);
extern typeof(split_fft_forward_step) VECTOR_NAME(split_fft_forward_step);
extern typeof(split_fft_inverse_step) VECTOR_NAME(split_fft_inverse_step);
extern typeof(sums_forward) VECTOR_NAME(sums_forward);
extern typeof(sums_inverse) VECTOR_NAME(sums_inverse);
