/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/broadcast.h"
#include "extensions/papers/patterns/as_printed.h"

BROADCAST_PATTERN(.name = "tree_broadcast",
                  .summary = "rank 0's buffer travels down a binomial tree: each rank passes it on",
                  .source = "Luecke, Spanoyannis and Kraeva 2004, test 4 and appendices A to C");

PATTERN(.name = "tree_broadcast_printed",
        .summary =
            "tree_broadcast as printed: ends in a barrier, without notification at the start",
        .completion = AS_PRINTED_COMPLETION("when all ranks have the data and have met"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 4, appendices A and B", AS_PRINTED,
        .synchronises = true, BROADCAST_DATA);
