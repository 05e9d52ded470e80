/* SPDX-License-Identifier: BSD-3-Clause */
/* The direct implementations and Worley's with plain threads instead of OpenMP, so that the thread
 * sanitizer sees every order there is and none that is not. Runs follow each other without a
 * barrier; each rank rewrites its send buffer before a run and checks its receive buffer after it:
 * whoever still reads or already writes then is a race. */
#include "comops/registry.h"
#include "tests/tap.h"

#include <pthread.h>
#include <string.h>

enum { RANKS_MOST = 4, RUNS = 40, MESSAGES_MOST = 4 /* of a volume */ };

static struct job jobs[RANKS_MOST];
static struct job *peers[RANKS_MOST];
static pthread_barrier_t ready;
static const struct implementation *implementation;
static int wrong;

/* Many, which differ little and do the same for every size: fewer runs will do. */
static bool is_worley(void)
{
    return implementation->variant;
}

static void *live(void *argument)
{
    struct job *job = argument;
    const struct pattern *pattern = job->pattern;
    struct fault fault;

    if (!implementation->setup(job))
        abort();
    pthread_barrier_wait(&ready); /* every peer has its state */
    for (uint64_t repetition = 1; repetition <= (is_worley() ? RUNS / 4 : RUNS); repetition++) {
        pattern->fill(job, repetition);
        if (job->recv)
            memset(job->recv, 0xA5, pattern->recv_bytes(job));
        implementation->run(job);
        if (!pattern->check(job, repetition, &fault))
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
    }
    pthread_barrier_wait(&ready); /* nobody needs it any more */
    implementation->teardown(job);
    return NULL;
}

/* The last: of the volumes the smallest. */
static size_t series_of(const struct pattern *pattern, int ranks)
{
    size_t last = 0;

    for (int i = 0; pattern->series && pattern->series(ranks, i); i++)
        last = pattern->series(ranks, i);
    return last;
}

static struct job job_of(int rank, int ranks, size_t bytes)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);

    return (struct job){.pattern = pattern,
                        .rank = rank,
                        .ranks = ranks,
                        .bytes = bytes,
                        .series = series_of(pattern, ranks),
                        .variant = implementation->variant,
                        .peers = peers};
}

static void run_ranks(int ranks, size_t bytes)
{
    pthread_t threads[RANKS_MOST];

    pthread_barrier_init(&ready, NULL, (unsigned)ranks);
    for (int rank = 0; rank < ranks; rank++) {
        struct job *job = &jobs[rank];

        *job = job_of(rank, ranks, bytes);
        job->send = malloc(job->pattern->send_bytes(job) + 1);
        job->recv = malloc(job->pattern->recv_bytes(job) + 1);
        peers[rank] = job;
    }
    for (int rank = 0; rank < ranks; rank++)
        pthread_create(&threads[rank], NULL, live, &jobs[rank]);
    for (int rank = 0; rank < ranks; rank++)
        pthread_join(threads[rank], NULL);
    for (int rank = 0; rank < ranks; rank++) {
        free(jobs[rank].send);
        free(jobs[rank].recv);
    }
    pthread_barrier_destroy(&ready);
}

static void every_size_and_number_of_ranks_is_right_and_free_of_races(void)
{
    static const size_t sizes[] = {80, 4097, 1, 8, 57, 224, 232, 70001};
    const size_t count = is_worley() ? 2 : sizeof sizes / sizeof *sizes;

    for (int ranks = 2; ranks <= RANKS_MOST; ranks++)
        for (size_t i = 0; i < count; i++) {
            const struct job job = job_of(ROOT, ranks, sizes[i]);

            if (pattern_refusal(&job) || job.series / MESSAGES_MOST > sizes[i])
                continue;
            wrong = 0;
            run_ranks(ranks, sizes[i]);
            CHECK(!wrong);
            if (wrong)
                printf("# %d ranks, %zu bytes\n", ranks, sizes[i]);
        }
}

int main(void)
{
    char name[64];
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        implementation = all[i];
        snprintf(name, sizeof name, "%s %s", implementation->protocol, implementation->pattern);
        tap_run(name, every_size_and_number_of_ranks_is_right_and_free_of_races);
    }
    return tap_done();
}
