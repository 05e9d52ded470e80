/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

/* As many sums at once as leave four of 16 registers free. */
enum { BLOCK = 6 };
#define EACH(i, count) _Pragma("GCC unroll 6") for (int i = 0; i < count; i++)

#define INLINE static inline __attribute__((always_inline))

INLINE void forward_block(double *out, ptrdiff_t out_stride, int rows, const double *table,
                          ptrdiff_t stride, int latitudes, const double *x, int columns)
{
    lanes sum[BLOCK][PARTS] = {};

    for (int j = 0; j < latitudes; j++) {
        const lanes *terms = (const lanes *)(x + (ptrdiff_t)j * columns);

        EACH(row, rows) EACH_PART sum[row][part] += table[row * stride + j] * terms[part];
    }
    EACH(row, rows) EACH_PART ((lanes *)(out + row * out_stride))[part] = sum[row][part];
}

INLINE void inverse_block(double *out, int latitudes, const double *table, ptrdiff_t stride,
                          int rows, const double *x, ptrdiff_t x_stride, int columns)
{
    lanes sum[BLOCK][PARTS];

    EACH(column, columns)
    EACH_PART sum[column][part] = ((lanes *)(out + (ptrdiff_t)column * latitudes))[part];
    for (int row = 0; row < rows; row++) {
        const lanes *functions = (const lanes *)(table + row * stride);

        EACH(column, columns)
        EACH_PART sum[column][part] += x[row * x_stride + column] * functions[part];
    }
    EACH(column, columns)
    EACH_PART ((lanes *)(out + (ptrdiff_t)column * latitudes))[part] = sum[column][part];
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

void VECTOR_NAME(sums_forward)(double *out, ptrdiff_t out_stride, int rows, const double *table,
                               ptrdiff_t stride, int latitudes, const double *x, int columns)
{
#define FORWARD(count)                                                                             \
    forward_block(out + row * out_stride + column, out_stride, count, table + row * stride,        \
                  stride, latitudes, x + column, columns)

    for (int row = 0; row < rows; row += BLOCK)
        for (int column = 0; column < columns; column += STEP)
            BLOCK_OF(rows - row, FORWARD)
}

void VECTOR_NAME(sums_inverse)(double *out, int latitudes, const double *table, ptrdiff_t stride,
                               int rows, const double *x, ptrdiff_t x_stride, int columns)
{
#define INVERSE(count)                                                                             \
    inverse_block(out + (ptrdiff_t)column * latitudes + j, latitudes, table + j, stride, rows,     \
                  x + column, x_stride, count)

    for (int j = 0; j < latitudes; j += STEP)
        for (int column = 0; column < columns; column += BLOCK)
            BLOCK_OF(columns - column, INVERSE)
}

extern const struct transforms VECTOR_NAME(transforms);
const struct transforms VECTOR_NAME(transforms) = {
    VECTOR_NAME(fft_blocked_forward),    VECTOR_NAME(fft_blocked_inverse),
    VECTOR_NAME(legendre_tabulate),      VECTOR_NAME(split_fft_forward),
    VECTOR_NAME(split_fft_inverse),      VECTOR_NAME(split_fft_forward_step),
    VECTOR_NAME(split_fft_inverse_step), VECTOR_NAME(sums_forward),
    VECTOR_NAME(sums_inverse),
};
