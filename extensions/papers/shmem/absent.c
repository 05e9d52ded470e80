/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(shmem, "put",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed",
       "printed as a get; shift, naive_broadcast and alltoall have a put");
ABSENT(shmem, "get", "tree_broadcast_printed put_acknowledged_printed pingpong_printed",
       "printed as a put");
ABSENT(shmem, "library", "tree_broadcast", "the library chooses who puts to whom: see broadcast");
ABSENT(shmem, "library",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed "
       "tree_broadcast_printed put_acknowledged_printed pingpong_printed",
       "printed with single puts and gets");
ABSENT(
    shmem, "put_spin", "*",
    "it differs from put only in how a rank waits, which put_acknowledged compares (ARSC's tables "
    "3 and 4)");
