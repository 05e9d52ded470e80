/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs overlap: no rank ends a run before all have begun it, but one rank may begin the next run
 * while another is still in this one. */
#include "comops/ranks/patterns/buffers.h"
#include "comops/ranks/patterns/elements.h"

PATTERN(.name = "allreduce",
        .summary = "every rank receives the element-wise maximum or sum of all ranks' vectors",
        .completion = "A run ends on a rank when the result is in its receive buffer and its send "
                      "buffer may be rewritten.",
        .bytes_mean = "each rank's vector, as in osu_allreduce and IMB Allreduce",
        .rate_formula = "bytes / time", .source = "MPBench (allreduce); MPI_Allreduce",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .reduces = true,
        .send_bytes = buffer_bytes, .recv_bytes = buffer_bytes, .rate_bytes = buffer_rate,
        .fill = elements_fill, .check = elements_check_all);
