/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops over lanes, compiled for each set of vectors. The functions of these names call those
 * of the set that vectors_chosen() names. */
#pragma once

#include "pstswm/transforms/fft_blocked.h"
#include "pstswm/transforms/legendre.h"
#include "pstswm/transforms/split_fft.h"
#include "pstswm/transforms/sums.h"

#include "comops/contract/vectors.h"

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
