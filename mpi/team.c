/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-mpi: the ranks are those of MPI_COMM_WORLD. */
#include "comops/ranks/worker/worker.h"

#include <mpi.h>
#include <time.h>

static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void share(void *root_value, size_t bytes)
{
    MPI_Bcast(root_value, (int)bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD);
}

static void gather(const double *mine, double *all)
{
    MPI_Allgather(mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* Some libraries start MPI_Wtime at each process's own start. The node's clock is the same in all
 * processes; under simulation MPI_Wtime is. */
static double now_here(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool is_wtime_global(void)
{
    int *global, found;

    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &global, &found);
    return found && *global;
}

/* The library's description of itself, on one line. */
static const char *runtime(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(text, &length);
    for (char *at = text; (at = strpbrk(at, "\n\t"));)
        *at = ' ';
    return text;
}

/* How many ranks the library says share memory: the fewest of any rank. */
static int shared_ranks(void)
{
    MPI_Comm here;
    int ranks;

    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &ranks);
    MPI_Comm_free(&here);
    MPI_Allreduce(MPI_IN_PLACE, &ranks, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return ranks;
}

int main(int argc, char **argv)
{
    struct worker worker;
    struct team team = {.path = "mpi",
                        .meet = meet,
                        .now = MPI_Wtime,
                        .share = share,
                        .gather = gather,
                        .progress = meet, /* MPI need not progress between calls */
                        .shares_memory = false};

    worker_parse(&worker, argc, argv, team.path);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team.ranks);
    team.runtime = runtime();
    team.shared_ranks = shared_ranks();
    if (!is_wtime_global())
        team.now = now_here;
    const int status = worker_serve(&worker, &team);

    MPI_Finalize();
    return status;
}
