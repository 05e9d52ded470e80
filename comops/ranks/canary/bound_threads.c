/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/canary/bound_threads.h"

#include "topology/bind.h"

#include <pthread.h>
#include <stdlib.h>

enum { WHY = 256 };

/* What the threads of one run have in common. */
struct run {
    bool (*live)(void *argument, int rank, bool bound);
    void *argument;
    pthread_mutex_t gate; /* held until all threads have been created, or not */
    bool whole;
};

struct bound_thread {
    struct run *run;
    int rank, pu;
    pthread_t thread;
    bool good;
};

static void *begin(void *argument)
{
    struct bound_thread *mine = argument;
    struct run *run = mine->run;
    char why[WHY];

    pthread_mutex_lock(&run->gate);
    pthread_mutex_unlock(&run->gate);
    if (run->whole)
        mine->good = run->live(run->argument, mine->rank, bind_self(mine->pu, why, sizeof why));
    return NULL;
}

bool bound_threads_run(const int *pus, int ranks,
                       bool (*live)(void *argument, int rank, bool bound), void *argument)
{
    struct run run = {.live = live, .argument = argument};
    struct bound_thread *threads = calloc((size_t)ranks, sizeof *threads);
    int created = 0;
    bool good = threads;

    pthread_mutex_init(&run.gate, NULL);
    pthread_mutex_lock(&run.gate);
    for (; threads && created < ranks; created++) {
        threads[created] = (struct bound_thread){.run = &run, .rank = created, .pu = pus[created]};
        if (pthread_create(&threads[created].thread, NULL, begin, &threads[created]) != 0)
            break;
    }
    run.whole = created == ranks;
    pthread_mutex_unlock(&run.gate);
    for (int rank = 0; rank < created; rank++) {
        pthread_join(threads[rank].thread, NULL);
        good = good && threads[rank].good;
    }
    pthread_mutex_destroy(&run.gate);
    free(threads);
    return good && run.whole;
}
