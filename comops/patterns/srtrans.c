/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

ALLTOALL_PATTERN(
        .name = "srtrans",
        .summary =
            "transpose in ranks - 1 steps, each sending to one rank and receiving from another",
        .source = "Worley 1999 (srtrans)");
