/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/patterns/alltoall.h"

ALLTOALL_PATTERN(.name = "swtrans",
                 .summary = "transpose by pairs: every rank swaps a block with every other",
                 .source = "Worley 1999 (swtrans)");
