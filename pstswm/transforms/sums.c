/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/transforms/sums.h"

#include "pstswm/transforms/lanes.h"

/* As many sums at once as leave registers free where 16 hold half a vector each. */
enum { BLOCK = 6 };

#define INLINE static inline __attribute__((always_inline))

INLINE void forward_block(double *out, ptrdiff_t out_stride, int rows, const double *table,
                          ptrdiff_t stride, int latitudes, const double *x, int columns)
{
    lanes sum[BLOCK] = {};

    for (int j = 0; j < latitudes; j++) {
        const lanes term = *(const lanes *)(x + (ptrdiff_t)j * columns);

        for (int row = 0; row < rows; row++)
            sum[row] += table[row * stride + j] * term;
    }
    for (int row = 0; row < rows; row++)
        *(lanes *)(out + row * out_stride) = sum[row];
}

INLINE void inverse_block(double *out, int latitudes, const double *table, ptrdiff_t stride,
                          int rows, const double *x, ptrdiff_t x_stride, int columns)
{
    lanes sum[BLOCK];

    for (int column = 0; column < columns; column++)
        sum[column] = *(lanes *)(out + (ptrdiff_t)column * latitudes);
    for (int row = 0; row < rows; row++) {
        const lanes function = *(const lanes *)(table + row * stride);

        for (int column = 0; column < columns; column++)
            sum[column] += x[row * x_stride + column] * function;
    }
    for (int column = 0; column < columns; column++)
        *(lanes *)(out + (ptrdiff_t)column * latitudes) = sum[column];
}

/* A block of `count`, which the compiler then knows. */
#define BLOCK_OF(count, call)                                                                      \
    switch (count) {                                                                               \
    case 1: call(1); break;                                                                        \
    case 2: call(2); break;                                                                        \
    case 3: call(3); break;                                                                        \
    case 4: call(4); break;                                                                        \
    case 5: call(5); break;                                                                        \
    default: call(BLOCK);                                                                          \
    }

WIDEST_LANES void sums_forward(double *out, ptrdiff_t out_stride, int rows, const double *table,
                               ptrdiff_t stride, int latitudes, const double *x, int columns)
{
#define FORWARD(count)                                                                             \
    forward_block(out + row * out_stride + column, out_stride, count, table + row * stride,        \
                  stride, latitudes, x + column, columns)

    for (int row = 0; row < rows; row += BLOCK)
        for (int column = 0; column < columns; column += LANES)
            BLOCK_OF(rows - row, FORWARD)
}

WIDEST_LANES void sums_inverse(double *out, int latitudes, const double *table, ptrdiff_t stride,
                               int rows, const double *x, ptrdiff_t x_stride, int columns)
{
#define INVERSE(count)                                                                             \
    inverse_block(out + (ptrdiff_t)column * latitudes + j, latitudes, table + j, stride, rows,     \
                  x + column, x_stride, count)

    for (int j = 0; j < latitudes; j += LANES)
        for (int column = 0; column < columns; column += BLOCK)
            BLOCK_OF(columns - column, INVERSE)
}
