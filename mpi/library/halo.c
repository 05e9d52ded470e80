/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbourhood collectives on a grid of the dimensions that have several ranks: MPICH 3.4 mixes up
 * the faces of a rank that is its own neighbour in two dimensions. */
#include "comops/ranks/contract/halo.h"

#include <mpi.h>

struct neighbours {
    MPI_Comm grid;
    struct halo halo;
    int counts[HALO_FACES], places[HALO_FACES]; /* for halo_open: nothing at an edge */
};

static bool setup(struct job *job)
{
    const int bytes = (int)job->bytes, periodic = job->variant == HALO_PERIODIC;
    const int periods[HALO_DIMENSIONS] = {periodic, periodic, periodic};
    int grid[HALO_DIMENSIONS], dimensions = 0, ends[2];

    if (job->bytes > INT_MAX / HALO_FACES)
        job->failure = "the places of the faces exceed an int, as MPI_Neighbor_alltoallv takes it";
    if (job->failure || !state_allocate(job, sizeof(struct neighbours)))
        return false;
    struct neighbours *mine = job->state;

    halo_set(&mine->halo, job, NULL);
    halo_grid(job->ranks, job->series, grid);
    while (dimensions < HALO_DIMENSIONS && grid[dimensions] > 1)
        dimensions++;
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, grid, periods, 0, &mine->grid);
    for (int face = 0, number = 0; face < 2 * dimensions; face++) {
        MPI_Cart_shift(mine->grid, face / 2, 1, &ends[0], &ends[1]);
        if (ends[face % 2] == MPI_PROC_NULL)
            continue;
        mine->counts[face] = bytes;
        mine->places[face] = number++ * bytes;
    }
    return true;
}

static void teardown(struct job *job)
{
    struct neighbours *mine = job->state;

    if (mine)
        MPI_Comm_free(&mine->grid);
    state_free(job);
}

static void run(struct job *job)
{
    const struct neighbours *mine = job->state;
    const int bytes = (int)job->bytes;

    MPI_Neighbor_alltoall(job->send, bytes, MPI_BYTE, job->recv, bytes, MPI_BYTE, mine->grid);
    halo_copy_own(job, &mine->halo);
}

static void run_open(struct job *job)
{
    const struct neighbours *mine = job->state;

    MPI_Neighbor_alltoallv(job->send, mine->counts, mine->places, MPI_BYTE, job->recv,
                           mine->counts, mine->places, MPI_BYTE, mine->grid);
}

#define GRID .setup = setup, .teardown = teardown
IMPLEMENTATION(mpi, library, halo, GRID, .run = run,
               .summary = "MPI_Neighbor_alltoall on a grid (MPI_Cart_create)");
IMPLEMENTATION(mpi, library, halo_open, GRID, .run = run_open, .variant = HALO_OPEN,
               .summary = "MPI_Neighbor_alltoallv on a grid, which leaves out the edges");
