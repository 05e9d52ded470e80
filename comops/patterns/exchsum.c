/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/vector_sum.h"

PATTERN(.name = "exchsum",
        .summary =
            "vector sum by exchange: the whole vector with a partner in each of log2(ranks) steps",
        .completion = "A run ends on a rank when the sum of all ranks' doubles is in its receive "
                      "buffer and its send buffer may be rewritten.",
        .bytes_mean = "each rank's vector of doubles, as in allreduce",
        .rate_formula = "bytes / time",
        .source = "Worley 1999 (exchsum); equal to MPI_Allreduce with MPI_SUM",
        .unit = sizeof(double), .min_ranks = 2, .messages = 1, .send_bytes = sum_bytes,
        .recv_bytes = sum_bytes, .rate_bytes = sum_rate_bytes, .fill = sum_fill,
        .check = sum_check);
