/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/broadcast.h"

BROADCAST_PATTERN(.name = "tree_broadcast",
                  .summary = "rank 0's buffer travels down a binomial tree: each rank passes it on",
                  .source = "Luecke, Spanoyannis and Kraeva 2004, test 4 and appendices A to C");
