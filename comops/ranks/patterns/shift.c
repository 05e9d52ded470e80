/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/shift.h"

PATTERN(.name = "shift",
        .summary = "every rank sends a message to the next rank, the last rank to rank 0",
        .completion = "A run ends on a rank when the previous rank's message is in its receive "
                      "buffer and its send buffer may be rewritten.",
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 2; MPI_Sendrecv", SHIFT_DATA);
