/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"
#include "comops/ranks/patterns/buffers.h"

#define SENDER ROOT
#define RECEIVER partner_of_root(job)

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(
        .name = "put_acknowledged",
        .summary = "rank 0 writes into the memory of rank 1, which acknowledges: an upper bound",
        .completion = "Rank 1 has the whole message before it acknowledges; a run ends on rank 0 "
                      "when the acknowledgement has arrived.",
        .bytes_mean = "one message; the time includes the acknowledgement",
        .source = "ARSC T3D Users' Newsletter 56 (1995), table 4", .non_overlapping = true,
        .empty = true, .answers = true);
