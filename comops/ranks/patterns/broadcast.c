/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/broadcast.h"

BROADCAST_PATTERN(.name = "broadcast", .summary = "every other rank receives rank 0's buffer",
                  .source = "Luo 1996, broadcast; MPI_Bcast", .by_default = true);
