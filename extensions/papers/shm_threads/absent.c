/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(threads, "direct", "tree_broadcast", "the pattern prescribes who copies: see broadcast");
ABSENT(threads, "put",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed",
       "printed as a get; shift, naive_broadcast and alltoall have a put");
ABSENT(threads, "get", "tree_broadcast_printed put_acknowledged_printed pingpong_printed",
       "printed as a put over shared memory");
ABSENT(threads, "*",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed "
       "tree_broadcast_printed put_acknowledged_printed pingpong_printed",
       "printed only for get and put; the pattern without _printed has this protocol");
