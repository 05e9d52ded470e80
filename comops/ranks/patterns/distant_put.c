/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"

#define SENDER ROOT
#define RECEIVER (int)job->series

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(
        .name = "distant_put",
        .summary = "rank 0 writes into the memory of each rank in turn, its own first, timed until "
                   "the call returns; one series per partner",
        .completion = "A run ends on rank 0 when the call has returned and its buffer may be "
                      "rewritten; the arrival of the data is checked, but not timed.",
        .bytes_mean = "one message", .source = "ARSC T3D Users' Newsletter 56 (1995), table 2",
        .isolated = true, .empty = true, .passive = true, .series_of = "partner",
        .series = each_partner);
