/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/buffers.h"
#include "comops/ranks/patterns/elements.h"

PATTERN(.name = "reduce",
        .summary = "rank 0 receives the element-wise maximum or sum of all ranks' vectors",
        .completion = "A run ends on rank 0 when the result is in its receive buffer, on the "
                      "others when the send buffer may be rewritten.",
        .bytes_mean = "each rank's vector, as in osu_reduce and IMB Reduce",
        .rate_formula = "bytes / time",
        .source = "Luo 1996, reduction (global maximum of doubles); MPI_Reduce",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .reduces = true, .by_default = true,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes_root, .rate_bytes = buffer_rate,
        .fill = elements_fill, .check = elements_check_all);
