/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-smpi: comops-mpi under SimGrid's SMPI, where time is simulated. The implementations are
 * the same; between them the ranks meet at a barrier of the simulator that takes no simulated time,
 * so all ranks start at exactly the same time. */
#include "comops/ranks/worker/worker.h"

#include <mpi.h>
#include <simgrid/actor.h>
#include <simgrid/barrier.h>
#include <stdlib.h>

/* All ranks live in one process, so rank 0's pointers are valid on each of them. */
struct simulated_team {
    sg_bar_t barrier;
    void *shared;
    double *values;
};

/* SMPI gives each rank its own copy of these. */
static struct simulated_team *simulated;
static int rank, ranks;
MPI_Op charged_maximum, charged_sum;

void charge(const char *rate, double bytes)
{
    const char *ns = getenv(rate);

    if (ns && bytes > 0)
        sg_actor_sleep_for(strtod(ns, NULL) * 1e-9 * bytes);
}

/* In place of data_use, by the linker: a copy reads and writes, this only reads. */
void __wrap_data_use(const char *data, size_t bytes);
void __wrap_data_use(const char *data, size_t bytes)
{
    (void)data;
    charge(COPY_NS, (double)bytes / 2);
}

#define OPERATION(name, predefined)                                                                \
    static void name(void *a, void *into, int *count, MPI_Datatype *datatype)                      \
    {                                                                                              \
        int size;                                                                                  \
                                                                                                   \
        MPI_Type_size(*datatype, &size);                                                           \
        charge(REDUCE_NS, (double)size * *count);                                                  \
        MPI_Reduce_local(a, into, *count, *datatype, SMPI_PREDEFINED_POINTER(MPI_Op, predefined)); \
    }
OPERATION(maximum, smpi_MPI_MAX)
OPERATION(sum, smpi_MPI_SUM)

static void meet(void)
{
    sg_barrier_wait(simulated->barrier);
}

static void share(void *root_value, size_t bytes)
{
    if (rank == ROOT)
        simulated->shared = root_value;
    meet(); /* the address is known */
    if (rank != ROOT)
        memcpy(root_value, simulated->shared, bytes);
    meet(); /* all have copied: rank 0 may change it */
}

static void gather(const double *mine, double *all)
{
    simulated->values[rank] = *mine;
    meet(); /* all values are stored */
    memcpy(all, simulated->values, (size_t)ranks * sizeof *all);
    meet(); /* all have copied: the next values may be stored */
}

static void simulated_team_open(void)
{
    if (rank == ROOT) {
        simulated = malloc(sizeof *simulated);
        if (simulated)
            *simulated =
                (struct simulated_team){.barrier = sg_barrier_init((unsigned)ranks),
                                        .values = calloc((size_t)ranks, sizeof *simulated->values)};
        if (!simulated || !simulated->values)
            MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
    }
    MPI_Bcast(&simulated, sizeof simulated, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

static void simulated_team_close(void)
{
    MPI_Barrier(MPI_COMM_WORLD); /* no rank uses the simulator's barrier any more */
    if (rank == ROOT) {
        sg_barrier_destroy(simulated->barrier);
        free(simulated->values);
        free(simulated);
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
    MPI_Op_create(maximum, 1, &charged_maximum);
    MPI_Op_create(sum, 1, &charged_sum);
    simulated_team_open();
    MPI_Get_library_version(runtime, &length);
    team.rank = rank;
    team.ranks = ranks;
    team.runtime = runtime;
    const int status = worker_serve(&worker, &team);

    simulated_team_close();
    MPI_Finalize();
    return status;
}
