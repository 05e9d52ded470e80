/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(mpi, "*", "put_acknowledged_printed pingpong_printed", "printed only for SHMEM");
ABSENT(mpi, "*",
       "shift_printed naive_broadcast_printed alltoall_printed alltoall_unrotated_printed",
       "printed as a get with one fence; the pattern without _printed has this protocol");
ABSENT(mpi, "*", "tree_broadcast", "the pattern prescribes who sends to whom: see broadcast");
ABSENT(mpi, "*", "tree_broadcast_printed",
       "printed as a get with tokens (flush) and as a put (put); tree_broadcast has this protocol");
ABSENT(mpi, "issend", "*",
       "it differs from (0,1) only in how a message is sent, which swap_printed compares");
ABSENT(mpi, "flush_spin", "*",
       "it differs from flush only in how a rank waits, which put_acknowledged compares");
