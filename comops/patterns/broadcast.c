/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/broadcast.h"

PATTERN(.name = "broadcast", .summary = "rank 0's buffer reaches every other rank",
        .completion = "A run ends on rank 0 when its buffer may be rewritten, elsewhere when the "
                      "data are in the receive buffer.",
        .bytes_mean = "the buffer that every rank receives, as in osu_bcast and IMB Bcast",
        .rate_formula = "bytes / time", .source = "Luo 1997, section 3.2; MPI_Bcast", .unit = 1,
        .min_ranks = 2, .messages = 1, .by_default = true, .send_bytes = broadcast_send_bytes,
        .recv_bytes = broadcast_recv_bytes, .rate_bytes = broadcast_rate_bytes,
        .fill = broadcast_fill, .check = broadcast_check);
