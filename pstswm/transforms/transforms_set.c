/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "pstswm/transforms/transforms.h"

extern const struct transforms VECTOR_NAME(transforms);
const struct transforms VECTOR_NAME(transforms) = {
    VECTOR_NAME(fft_blocked_forward),    VECTOR_NAME(fft_blocked_inverse),
    VECTOR_NAME(legendre_tabulate),      VECTOR_NAME(split_fft_forward),
    VECTOR_NAME(split_fft_inverse),      VECTOR_NAME(split_fft_forward_step),
    VECTOR_NAME(split_fft_inverse_step), VECTOR_NAME(sums_forward),
    VECTOR_NAME(sums_inverse),
};
