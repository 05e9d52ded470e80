/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-threads: the ranks are the threads of one OpenMP team. */
#include "comops/worker/worker.h"
#include "shm_threads/openmp_library.h"

#include <omp.h>
#include <stdlib.h>

/* Data exchanged outside the timed code. */
static union {
    void *value;
    double *all;
} shared; /* rank 0's */

static void meet(void)
{
#pragma omp barrier
}

static void share(void *root_value, size_t bytes)
{
    if (omp_get_thread_num() == ROOT)
        shared.value = root_value;
    meet();
    if (omp_get_thread_num() != ROOT)
        memcpy(root_value, shared.value, bytes);
    meet(); /* all have read: the root may change it */
}

static void gather(const double *mine, double *all)
{
    const int rank = omp_get_thread_num();

    if (rank == ROOT)
        shared.all = all;
    meet();
    shared.all[rank] = *mine;
    meet(); /* the root's array is complete */
    if (rank != ROOT)
        memcpy(all, shared.all, (size_t)omp_get_num_threads() * sizeof *all);
    meet(); /* all have read: the root may free it */
}

int main(int argc, char **argv)
{
    struct worker worker;
    int status = EXIT_SUCCESS;

    worker_parse(&worker, argc, argv, "threads");
    if (worker.ranks < 1)
        worker.ranks = 2;
    omp_set_dynamic(0);
    const char *openmp = openmp_library();

#pragma omp parallel num_threads(worker.ranks) reduction(max : status)
    {
        const struct team team = {.path = "threads",
                                  .runtime = openmp,
                                  .rank = omp_get_thread_num(),
                                  .ranks = omp_get_num_threads(),
                                  .meet = meet,
                                  .now = omp_get_wtime,
                                  .share = share,
                                  .gather = gather,
                                  .shares_memory = true};

        status = worker_serve(&worker, &team);
    }
    return status;
}
