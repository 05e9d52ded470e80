/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(threads, "put", "shift_printed naive_broadcast_printed alltoall_printed",
       "printed as a get; shift, naive_broadcast and alltoall have a put");
ABSENT(threads, "get", "tree_broadcast_printed put_acknowledged_printed",
       "printed as a put over shared memory");
ABSENT(threads, "*",
       "shift_printed naive_broadcast_printed alltoall_printed "
       "tree_broadcast_printed put_acknowledged_printed",
       "printed for get and put alone: the same names without _printed have this protocol");

ABSENT(threads, "*", "counter mutual_exclusion",
       "OpenMP's construct for it is in library, its lock in lock, the fastest in direct");
ABSENT(threads, "*", "single",
       "OpenMP's construct is in library; direct has atomic exchanges and a barrier of its own");
ABSENT(threads, "*", "master_worker",
       "OpenMP's tasks are in library; in direct each rank takes the next one");
ABSENT(threads, "library", "*",
       "OpenMP has no construct for it: its barrier orders copies in barrier");

ABSENT(threads, "*", "remote_read",
       "it is the upper bound of every protocol's copies: only direct measures it");

ABSENT(threads, "direct", "distant_get distant_put",
       "printed for plain gets and puts; direct has them with one partner: see get and put");
ABSENT(threads, "lock", "get put distant_get distant_put put_acknowledged",
       "sender and receiver take turns at a lock, so neither acts alone");
ABSENT(threads, "lock", "*",
       "the paper has lock-and-wait for two ranks only; with more, ranks take turns in a reduction "
       "alone");
ABSENT(threads, "barrier", "naive_broadcast",
       "all ranks copy out of one temporary at once: the root does not serve ranks in turn");
ABSENT(threads, "barrier", "get put distant_get distant_put put_acknowledged",
       "both ends meet in a barrier, so neither acts alone");
ABSENT(threads, "direct", "naive_broadcast tree_broadcast alltoall_unrotated",
       "the pattern prescribes who copies, and in which order; direct does what is fastest: see "
       "broadcast and alltoall");
ABSENT(threads, "put", "broadcast",
       "the root puts to all by itself, or others help: naive_broadcast and tree_broadcast");
ABSENT(threads, "put", "get distant_get", "it reads, put writes");
ABSENT(threads, "get", "put distant_put put_acknowledged", "it writes, get reads");
ABSENT(threads, "get", "barrier",
       "a rank that only reads notifies no one; ranks would have to poll each other's counts");

ABSENT(threads, "dissemination", "*", "it is there for barrier");
ABSENT(threads, "tournament", "*", "it is there for barrier");
ABSENT(threads, "combining_tree", "*", "it is there for barrier and allreduce");
ABSENT(threads, "binomial_tree", "*", "it is there for broadcast and reduce");
ABSENT(threads, "recursive_doubling", "*", "it is there for allreduce");
ABSENT(threads, "xhc", "*", "it is there for barrier, broadcast and allreduce");

ABSENT(threads, "*", "overlap",
       "ranks copy by themselves, before they compute (put) or afterwards (direct)");
