/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-smpi: comops-mpi under SimGrid's SMPI, where time is simulated. The implementations are
 * the same; the ranks meet outside of them at a barrier of the simulator that takes no simulated
 * time, so all of them start at exactly the same moment. */
#include "comops/comops.h"
#include "comops/worker/worker.h"

#include <mpi.h>
#include <simgrid/barrier.h>
#include <stdlib.h>
#include <string.h>

/* All ranks live in one process, so a pointer of rank 0's is good on each of them. */
struct shared_team {
    sg_bar_t barrier;
    void *shared;
    double *values;
};

/* SMPI gives each rank its own copy of these. */
static struct shared_team *shared_team;
static int rank, ranks;

static void meet(void)
{
    sg_barrier_wait(shared_team->barrier);
}

static void share(void *root_value, size_t bytes)
{
    if (rank == ROOT)
        shared_team->shared = root_value;
    meet(); /* the place is known */
    if (rank != ROOT)
        memcpy(root_value, shared_team->shared, bytes);
    meet(); /* all have copied: rank 0 may change it */
}

static void gather(const double *mine, double *all)
{
    shared_team->values[rank] = *mine;
    meet(); /* all values are there */
    memcpy(all, shared_team->values, (size_t)ranks * sizeof *all);
    meet(); /* all have copied: the next values may come */
}

static void shared_team_open(void)
{
    if (rank == ROOT) {
        shared_team = malloc(sizeof *shared_team);
        if (shared_team)
            *shared_team =
                (struct shared_team){.barrier = sg_barrier_init((unsigned)ranks),
                                     .values = calloc((size_t)ranks, sizeof *shared_team->values)};
        if (!shared_team || !shared_team->values)
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Bcast(&shared_team, sizeof shared_team, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

static void shared_team_close(void)
{
    MPI_Barrier(MPI_COMM_WORLD); /* nobody is at the hall's own any more */
    if (rank == ROOT) {
        sg_barrier_destroy(shared_team->barrier);
        free(shared_team->values);
        free(shared_team);
    }
}

int main(int argc, char **argv)
{
    struct worker worker;
    struct team team = {.path = "mpi",
                        .meet = meet,
                        .now = MPI_Wtime,
                        .share = share,
                        .gather = gather,
                        .shares_memory = false};
    char runtime[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    worker_parse(&worker, argc, argv, team.path);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    shared_team_open();
    MPI_Get_library_version(runtime, &length);
    team.rank = rank;
    team.ranks = ranks;
    team.runtime = runtime;
    const int status = worker_serve(&worker, &team);

    shared_team_close();
    MPI_Finalize();
    return status;
}
