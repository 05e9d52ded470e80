/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"
#include "comops/patterns/as_printed.h"

PATTERN(.name = "alltoall_unrotated_printed",
        .summary = "alltoall_printed, but all ranks get from rank 0 first, against which the paper "
                   "warns, and from themselves in their turn",
        .completion = AS_PRINTED_COMPLETION("on a rank when the blocks of all ranks are in its "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 5", AS_PRINTED, ALLTOALL_DATA,
        .check = alltoall_check);
