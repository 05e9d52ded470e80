/* SPDX-License-Identifier: BSD-3-Clause */
/* The sums of the Legendre transform and its inverse for one m and one parity of n - m: products of
 * a table of functions with many columns at once. Rows of `table` are `stride` apart. */
#pragma once

#include <stddef.h>

/* out[row][column] = sum over j < latitudes of table[row][j] x[j][column]; `columns` is a multiple
 * of LANES. out[row] are out_stride apart. */
void sums_forward(double *out, ptrdiff_t out_stride, int rows, const double *table,
                  ptrdiff_t stride, int latitudes, const double *x, int columns);

/* out[column][j] += sum over row < rows of table[row][j] x[row][column]; `latitudes` is a multiple
 * of LANES and the distance between columns of `out`. x[row] are x_stride apart. */
void sums_inverse(double *out, int latitudes, const double *table, ptrdiff_t stride, int rows,
                  const double *x, ptrdiff_t x_stride, int columns);
