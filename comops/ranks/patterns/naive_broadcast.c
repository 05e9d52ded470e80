/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/broadcast.h"

BROADCAST_PATTERN(.name = "naive_broadcast",
                  .summary =
                      "rank 0's buffer goes to the other ranks one after the other, in rank order",
                  .source = "Luecke, Spanoyannis and Kraeva 2004, test 3");
