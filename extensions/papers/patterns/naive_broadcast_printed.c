/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/broadcast.h"
#include "extensions/papers/patterns/as_printed.h"

PATTERN(.name = "naive_broadcast_printed",
        .summary = "naive_broadcast as printed: every other rank gets rank 0's buffer, without "
                   "notification",
        .completion = AS_PRINTED_COMPLETION("on ranks other than 0 when the data are in the "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 3", AS_PRINTED, BROADCAST_DATA);
