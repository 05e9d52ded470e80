/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/comops.h"

ABSENT(threads, "*", "counter mutual_exclusion",
       "measured over library (OpenMP's construct), lock (its lock) and direct");
ABSENT(threads, "*", "single",
       "OpenMP's construct is in library; direct has atomic exchanges and a barrier of its own");
ABSENT(threads, "*", "master_worker",
       "measured over library (OpenMP's tasks) and direct (each rank takes the next one)");
ABSENT(threads, "library", "*",
       "OpenMP has no construct for it; the protocol barrier uses copies and barriers");

ABSENT(threads, "*", "pingping", "printed for MPI's two-sided messages: see bidirectional");

ABSENT(threads, "*", "remote_read",
       "an upper bound for the copies of all protocols, measured over direct");

ABSENT(threads, "direct", "distant_get distant_put",
       "printed for plain gets and puts; direct has them with one partner: see get and put");
ABSENT(threads, "lock", "get put distant_get distant_put put_acknowledged",
       "sender and receiver take turns at a lock, so neither acts alone");
ABSENT(threads, "lock", "*",
       "the paper has lock-and-wait only for two ranks; more ranks take turns only in a reduction");
ABSENT(threads, "barrier", "naive_broadcast",
       "all ranks copy out of one temporary at once, so the root does not serve ranks in turn");
ABSENT(threads, "barrier", "get put distant_get distant_put put_acknowledged",
       "both ends meet in a barrier, so neither acts alone");
ABSENT(threads, "direct", "naive_broadcast alltoall_unrotated",
       "the pattern prescribes who copies, and in which order; direct does what is fastest: see "
       "broadcast and alltoall");
ABSENT(threads, "put", "broadcast",
       "measured as naive_broadcast: the root puts to each rank in turn");
ABSENT(threads, "put", "get distant_get", "the pattern reads, put writes");
ABSENT(threads, "get", "put distant_put put_acknowledged", "the pattern writes, get reads");
ABSENT(threads, "get", "barrier",
       "a rank that only reads notifies no one; ranks would have to poll each other's counts");

ABSENT(threads, "dissemination", "*", "an algorithm for barrier");
ABSENT(threads, "tournament", "*", "an algorithm for barrier");
ABSENT(threads, "combining_tree", "*", "an algorithm for barrier and allreduce");
ABSENT(threads, "binomial_tree", "*", "an algorithm for broadcast and reduce");
ABSENT(threads, "recursive_doubling", "*", "an algorithm for allreduce");

ABSENT(threads, "*", "halo halo_open halo_strided",
       "measured over barrier, lock and direct: ranks read their neighbours' faces");
ABSENT(threads, "*", "overlap",
       "measured over put and direct: ranks copy before or after they compute");
