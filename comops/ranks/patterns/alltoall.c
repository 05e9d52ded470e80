/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/alltoall.h"

ALLTOALL_PATTERN(.name = "alltoall",
                 .summary = "every rank sends a block to every rank, starting with the next rank",
                 .source = "Luecke, Spanoyannis and Kraeva 2004, test 5; MPI_Alltoall");

ALLTOALL_PATTERN(.name = "alltoall_unrotated",
                 .summary =
                     "as alltoall, but all ranks start with rank 0, against which the paper warns",
                 .source = "Luecke, Spanoyannis and Kraeva 2004, test 5");
