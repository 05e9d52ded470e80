/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/partner.h"

#define SENDER (int)job->series
#define RECEIVER ROOT

#include "comops/ranks/patterns/one_way.h"

ONE_WAY_PATTERN(.name = "distant_get",
                .summary = "rank 0 reads the buffer of each rank in turn, its own first; one "
                           "series per partner",
                .completion =
                    "A run ends on rank 0 when the partner's data are in its receive buffer.",
                .bytes_mean = "one message",
                .source = "Luecke, Spanoyannis and Kraeva 2004, test 1; ARSC T3D Users' Newsletter "
                          "56 (1995), table 1",
                .isolated = true, .empty = true, .series_of = "partner", .series = each_partner);
