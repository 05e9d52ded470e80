/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/broadcast.h"

BROADCAST_PATTERN(.name = "naive_broadcast",
                  .summary =
                      "rank 0's buffer goes to the other ranks one after the other, in rank order",
                  .source = "Luecke, Spanoyannis and Kraeva 2004, test 3");

BROADCAST_PATTERN(.name = "tree_broadcast",
                  .summary = "rank 0's buffer travels down a binomial tree: each rank passes it on",
                  .source = "Luecke, Spanoyannis and Kraeva 2004, test 4 and appendices A to C");
