/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/shift.h"
#include "extensions/papers/patterns/as_printed.h"

PATTERN(.name = "shift_printed",
        .summary =
            "shift as printed: every rank gets the previous rank's message, without notification",
        .completion = AS_PRINTED_COMPLETION("on a rank when the previous rank's message is in its "
                                            "receive buffer"),
        .source = "Luecke, Spanoyannis and Kraeva 2004, test 2", AS_PRINTED, SHIFT_DATA);
