/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls for the program that hosts simulated ranks. */
#pragma once

#include "simulate/coherence/simulated_machine.h"

/* ---- OpenMP: GCC's entry points, so that sources compiled with -fopenmp link with it --------- */

/* Opens a new team, in memory of the allocating rank. False if there is no memory. */
bool openmp_open(int ranks, const struct machine *machine);

/* ---- MPI ----------------------------------------------------------------------------------- */

/* The library's own work, in nanoseconds: for each packet sent, for each that arrives (matching,
 * completion), and for each rank of a collective operation, before its messages. Messages of more
 * than `eager` bytes go through a ring. The kernel's own work for a copy between processes: for the
 * call, and for each page (0: pages are not looked up), with the time of an atomic update of an own
 * line. */
struct mpi_costs {
    double send, receive;
    size_t eager;
    double kernel_call, kernel_page, update;
    double collective;
};

/* Call before the ranks begin, after watch_reset. A rank's first call also serves as its MPI_Init.
 */
void mpi_stand_in_open(const struct mpi_costs *costs, int ranks);

/* Call on each rank, untimed, after every run: pending operations of completed calls make progress.
 */
void mpi_stand_in_settle(void);
