/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls for the program that hosts simulated ranks. */
#pragma once

#include "extensions/simulate/coherence/simulated_machine.h"

/* ---- OpenMP: GCC's entry points, so that sources compiled with -fopenmp link with it --------- */

/* Opens a new team, in memory of the allocating rank. False if there is no memory. */
bool openmp_open(int ranks, const struct machine *machine);

/* ---- MPI ----------------------------------------------------------------------------------- */

/* Call before the ranks begin, after watch_reset. A rank's first call also serves as its MPI_Init.
 */
void mpi_stand_in_open(const struct mpi_costs *costs, int ranks);

/* Call on each rank, untimed, after every run: pending operations of completed calls make progress.
 */
void mpi_stand_in_settle(void);
