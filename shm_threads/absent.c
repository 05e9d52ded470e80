/* SPDX-License-Identifier: BSD-3-Clause */
/* Why cells of the matrix are empty on this path. */
#include "comops/comops.h"

#define CEILING "it is the ceiling of every protocol's copies: only direct measures it"
#define WORLEY "swap sendrecv srtrans swtrans logtrans exchsum halfsum ringsum"
#define MADE_OF_SWAPS                                                                              \
    "they are made of SWAP and SENDRECV, whose protocols (x,y) have a column of their own"

ABSENT(threads, "barrier", "naive_broadcast",
       "all ranks copy out of one temporary: there is no turn in which the root could serve them");
ABSENT(threads, "barrier", "get put put_acknowledged",
       "both ends meet in a barrier, so neither acts alone");
ABSENT(threads, "lock",
       "broadcast gather scatter shift naive_broadcast tree_broadcast alltoall alltoall_unrotated "
       "bandwidth bidirectional allgather allreduce reduce_scatter barrier",
       "the paper has lock-and-wait for two ranks; of the rest only a reduction, where ranks take "
       "turns anyhow, keeps that form");
ABSENT(threads, "lock", "get put put_acknowledged",
       "sender and receiver take turns at a lock, so neither acts alone");
ABSENT(threads, "direct", "naive_broadcast tree_broadcast alltoall_unrotated",
       "the pattern prescribes who copies, and in which order; direct does what is fastest: see "
       "broadcast and alltoall");
ABSENT(threads, "put", "broadcast",
       "the root puts to all by itself, or others help: naive_broadcast and tree_broadcast");
ABSENT(threads, "put", "get", "it is the other protocol of the two");
ABSENT(threads, "get", "put put_acknowledged", "it is the other protocol of the two");
ABSENT(threads, "get", "barrier",
       "who only reads tells nobody; ranks would have to poll each other's counts");
ABSENT(threads, "barrier", "remote_read", CEILING);
ABSENT(threads, "lock", "remote_read", CEILING);
ABSENT(threads, "put", "remote_read", CEILING);
ABSENT(threads, "get", "remote_read", CEILING);
ABSENT(threads, "barrier", WORLEY, MADE_OF_SWAPS);
ABSENT(threads, "lock", WORLEY, MADE_OF_SWAPS);
ABSENT(threads, "direct", "srtrans swtrans logtrans exchsum halfsum ringsum", MADE_OF_SWAPS);
ABSENT(threads, "put", WORLEY, MADE_OF_SWAPS);
ABSENT(threads, "get", WORLEY, MADE_OF_SWAPS);
