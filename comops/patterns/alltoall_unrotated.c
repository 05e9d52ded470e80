/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

ALLTOALL_PATTERN(.name = "alltoall_unrotated",
                 .summary =
                     "as alltoall, but all ranks start with rank 0, against which the paper warns",
                 .source = "Luecke, Spanoyannis and Kraeva 2004, test 5");
