/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/patterns/pingpong.h"
#include "extensions/papers/patterns/as_printed.h"

PINGPONG_PATTERN(.name = "pingpong_printed",
                 .summary = "pingpong as printed for SHMEM: rank 0 puts at once, rank 1 puts back; "
                            "other ranks are idle",
                 .completion = AS_PRINTED_COMPLETION("on rank 0 when the whole answer has arrived"),
                 .bytes_mean = "one message; each rank sends its own buffer",
                 .source = "Texas Tech thesis, section 4.2", AS_PRINTED);
