/* SPDX-License-Identifier: BSD-3-Clause */
/* What hosts the ranks calls. */
#pragma once

#include <stddef.h>

/* What the library does beside moving bytes, nanoseconds: for each packet that is sent, and for
 * each that arrives (matching, completion); of a rank for a collective operation, before its
 * messages. Messages of more than `eager` bytes go through a ring.
 * What the kernel does for a copy between processes, beside copying: for the call, for each page
 * (0: pages are not looked up), with what an atomic update of an own line takes. */
struct mpi_costs {
    double send, receive;
    size_t eager;
    double kernel_call, kernel_page, update;
    double collective;
};

/* Before the ranks begin, after watch_reset. A rank's first call is its MPI_Init too. */
void mpi_stand_in_open(const struct mpi_costs *costs, int ranks);

/* On each rank, untimed, after every run: operations of calls that have returned progress. */
void mpi_stand_in_settle(void);
