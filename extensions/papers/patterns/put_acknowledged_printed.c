/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"
#include "extensions/papers/patterns/as_printed.h"

#define SENDER ROOT
#define RECEIVER partner_of_root(job)

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(.name = "put_acknowledged_printed",
                .summary = "put_acknowledged as printed: rank 0 puts at once, each other rank in "
                           "turn acknowledges; one series per partner",
                .completion = AS_PRINTED_COMPLETION(
                    "on rank 0 when the acknowledgement of the whole "
                    "message has arrived"),
                .bytes_mean = "one message; the time includes the acknowledgement",
                .source = "ARSC T3D Users' Newsletter 56 (1995), tables 3 and 4", AS_PRINTED,
                .empty = true, .answers = true, .series_of = "partner", .series = other_partner);
