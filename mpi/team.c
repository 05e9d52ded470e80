/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-mpi: the ranks are those of MPI_COMM_WORLD. */
#include "comops/comops.h"
#include "comops/worker.h"

#include <mpi.h>
#include <string.h>

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

/* The library's own words, on one line. */
static const char *runtime(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(text, &length);
    for (char *at = text; (at = strpbrk(at, "\n\t"));)
        *at = ' ';
    return text;
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

    worker_parse(&worker, argc, argv, team.path);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &team.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team.ranks);
    team.runtime = runtime();
    const int status = worker_serve(&worker, &team);

    MPI_Finalize();
    return status;
}
