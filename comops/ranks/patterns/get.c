/* SPDX-License-Identifier: BSD-3-Clause */
enum { SENDER = 1, RECEIVER = 0 };

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(.name = "get", .summary = "rank 0 reads the buffer of rank 1, which takes no part",
                .completion = "A run ends on rank 0 when rank 1's data are in its receive buffer.",
                .bytes_mean = "one message",
                .source = "ARSC T3D Users' Newsletter 56 (1995), table 1", .isolated = true,
                .empty = true);
