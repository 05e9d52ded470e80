/* SPDX-License-Identifier: BSD-3-Clause */
/* The direct implementations with plain threads instead of OpenMP, so that the thread sanitizer
 * sees exactly the orderings that exist. Runs follow each other without a barrier; each rank
 * rewrites its send buffer before a run and checks its receive buffer after it, so a rank that
 * still reads or already writes is a race. Only patterns that need a common start have a barrier
 * before a run. The pattern barrier has no buffers: each rank sets a plain variable before it and
 * reads the others' after it. */
#include "comops/ranks/contract/registry.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <pthread.h>
#include <string.h>

enum { RANKS_USUAL = 4, RANKS_MOST = 8, RUNS = 40, RUNS_OF_A_SEAT = 6 };

/* Topologies: long messages fit in the cache or not, and other caches and packages have one rank or
 * several. */
static const struct {
    size_t cache_bytes;
    int on_cache, in_package; /* ranks on one */
} topologies[] = {{0, RANKS_MOST, RANKS_MOST},
                  {4096, RANKS_MOST, RANKS_MOST},
                  {1 << 20, 1, 2},
                  {1 << 20, 2, RANKS_USUAL},
                  {8192, 2, 2}};

static struct job jobs[RANKS_MOST];
static struct job *peers[RANKS_MOST];
static pthread_barrier_t ready;
static const struct implementation *implementation;
static const struct pattern *pattern; /* the implementation's, or one with other data */
static enum reduction reduction;
static struct tuning tuning;
static int wrong, runs;
static uint64_t begun[2][RANKS_MOST]; /* in turn: a rank that writes one has passed a barrier since
                                         all read it */

static void begin(const struct job *job, uint64_t repetition)
{
    if (job->pattern->synchronises)
        begun[repetition % 2][job->rank] = repetition;
}

static bool all_have_begun(const struct job *job, uint64_t repetition)
{
    for (int rank = 0; job->pattern->synchronises && rank < job->ranks; rank++)
        if (begun[repetition % 2][rank] != repetition)
            return false;
    return true;
}

static void *live(void *argument)
{
    struct job *job = argument;
    struct fault fault;

    if (!implementation->setup(job))
        abort();
    pthread_barrier_wait(&ready); /* every peer has its state */
    for (uint64_t repetition = 1; repetition <= (uint64_t)runs; repetition++) {
        pattern->fill(job, repetition);
        if (job->recv)
            memset(job->recv, 0xA5, pattern->recv_bytes(job));
        begin(job, repetition);
        if (pattern->isolated)
            pthread_barrier_wait(&ready);
        implementation->run(job);
        if (implementation->complete)
            implementation->complete(job);
        if (!pattern->check(job, repetition, &fault) || !all_have_begun(job, repetition))
            __atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
    }
    pthread_barrier_wait(&ready); /* no rank needs it any more */
    implementation->teardown(job);
    return NULL;
}

static void run_ranks(int ranks, size_t bytes, size_t series, size_t topology)
{
    pthread_t threads[RANKS_MOST];

    pthread_barrier_init(&ready, NULL, (unsigned)ranks);
    for (int rank = 0; rank < ranks; rank++) {
        struct job *job = &jobs[rank];

        *job = (struct job){.pattern = pattern,
                            .rank = rank,
                            .ranks = ranks,
                            .bytes = bytes,
                            .series = series,
                            .variant = implementation->variant,
                            .reduction = reduction,
                            .peers = peers,
                            .tuning = tuning,
                            .cache_bytes = topologies[topology].cache_bytes,
                            .cache = rank / topologies[topology].on_cache,
                            .package = rank / topologies[topology].in_package};
        job->send = malloc(job->pattern->send_bytes(job) + 1);
        job->recv = malloc(job->pattern->recv_bytes(job) + 1);
        job->use_bytes = pattern->answers && rank != ROOT ? pattern->recv_bytes(job) : 0;
        peers[rank] = job;
    }
    char *temporary = implementation->temporary_bytes
                          ? malloc(implementation->temporary_bytes(&jobs[ROOT]) + 1)
                          : NULL;

    for (int rank = 0; rank < ranks; rank++) {
        jobs[rank].temporary = temporary;
        pthread_create(&threads[rank], NULL, live, &jobs[rank]);
    }
    for (int rank = 0; rank < ranks; rank++)
        pthread_join(threads[rank], NULL);
    for (int rank = 0; rank < ranks; rank++) {
        free(jobs[rank].send);
        free(jobs[rank].recv);
    }
    free(temporary);
    pthread_barrier_destroy(&ready);
}

/* Larger volumes in single bytes take minutes under the sanitizer and reveal nothing more. */
static bool is_worth_it(int ranks, size_t bytes, size_t series)
{
    const struct job job = {.pattern = pattern, .ranks = ranks, .bytes = bytes, .series = series};

    return series <= 8192 && !pattern_refusal(&job);
}

static void run_every_series(int ranks, size_t bytes, size_t topology)
{
    size_t series = pattern->series ? pattern->series(ranks, 0) : 0;

    for (int i = 0; series != SERIES_END; i++) {
        wrong = 0;
        if (is_worth_it(ranks, bytes, series))
            run_ranks(ranks, bytes, series, topology);
        CHECK(!wrong);
        if (wrong)
            printf("# %d ranks, %zu bytes, series %zu, topologies %zu\n", ranks, bytes, series,
                   topology);
        series = pattern->series ? pattern->series(ranks, i + 1) : SERIES_END;
    }
}

static void every_size_and_number_of_ranks_is_right_and_free_of_races(void)
{
    static const size_t sizes[] = {1, 8, 57, 64, 80, 224, 232, 560, 4097, 4160, 70001};
    const size_t unit = pattern->unit;

    runs = RUNS;
    for (int ranks = 2; ranks <= RANKS_USUAL; ranks++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (unit && sizes[i] % unit == 0)
                run_every_series(ranks, sizes[i], 0);
            else if (!unit && i == 0)
                run_every_series(ranks, 0, 0);
}

static void every_topology_is_right_and_free_of_races(void)
{
    runs = RUNS_OF_A_SEAT;
    for (int ranks = 2; ranks <= RANKS_USUAL; ranks++)
        for (size_t topology = 1; topology < sizeof topologies / sizeof *topologies; topology++) {
            run_every_series(ranks, pattern->unit ? 8 : 0, topology);
            if (pattern->unit)
                run_every_series(ranks, 64 * 101, topology);
        }
}

static void every_tuning_is_right_and_free_of_races(void)
{
    static const struct tuning tunings[] = {
        {true, TUNING_LINES_MOST, 0},
        {true, 2, 1},
        {true, 1, 2 * TUNING_PAYLOAD}};
    static const int ranks[] = {2, 3, 4, RANKS_MOST};

    runs = RUNS_OF_A_SEAT;
    for (size_t i = 0; i < sizeof tunings / sizeof *tunings; i++) {
        tuning = tunings[i];
        for (size_t j = 0; j < sizeof ranks / sizeof *ranks; j++) {
            run_every_series(ranks[j], pattern->unit ? TUNING_PAYLOAD : 0, 0);
            for (size_t topology = 0; topology <= 1 && pattern->unit; topology++)
                run_every_series(ranks[j], TUNING_LINES_MOST * TUNING_PAYLOAD, topology);
        }
    }
    tuning = (struct tuning){0};
}

/* Their sum depends on the order: beside `much` a 1 is lost. */
static double bare(int rank, size_t index)
{
    const double much = reduction == SUM_FLOAT ? 1e8 : 1e16, values[] = {much, 1, -much, 3};

    return values[((size_t)rank + index) % 4];
}

static void put_element(char *vector, size_t index, double value)
{
    if (reduction == SUM_FLOAT)
        ((float *)vector)[index] = (float)value;
    else
        ((double *)vector)[index] = value;
}

static void fill_bare(struct job *job, uint64_t repetition)
{
    const size_t count = job->pattern->send_bytes(job) / reduction_size(reduction);

    for (size_t i = 0; i < count; i++)
        put_element(job->send, i, bare(job->rank, i + repetition));
}

/* True if every bit equals that of a sum in rank order. */
static bool check_bare(const struct job *job, uint64_t repetition, struct fault *fault)
{
    const size_t bytes = job->pattern->recv_bytes(job), size = reduction_size(reduction);
    const size_t first =
        job->pattern->send_bytes(job) > bytes ? (size_t)job->rank * bytes / size : 0;

    for (size_t i = 0; i < bytes / size; i++) {
        double sum = bare(0, first + i + repetition);
        char expected[sizeof sum];

        for (int rank = 1; rank < job->ranks; rank++) {
            sum += bare(rank, first + i + repetition);
            sum = reduction == SUM_FLOAT ? (float)sum : sum;
        }
        put_element(expected, 0, sum);
        if (!fault_none(job->recv + i * size, expected, size, i * size, fault))
            return false;
    }
    return true;
}

static void a_sum_of_floating_point_is_that_in_rank_order_bit_by_bit(void)
{
    static struct pattern other;

    other = *pattern;
    other.fill = fill_bare;
    other.check = check_bare;
    pattern = &other;
    runs = RUNS;
    for (int ranks = 3; ranks <= RANKS_USUAL; ranks++)
        for (int i = 0; i < 2; i++) {
            reduction = i ? SUM_FLOAT : SUM_DOUBLE;
            run_every_series(ranks, 24, 0);
            run_every_series(ranks, 560, 0);
            run_every_series(ranks, 20000, 0);
        }
    reduction = MAX_DOUBLE;
}

int main(void)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        implementation = all[i];
        pattern = registry_pattern(all[i]->pattern);
        tap_run(all[i]->pattern, every_size_and_number_of_ranks_is_right_and_free_of_races);
        tap_run(all[i]->pattern, every_topology_is_right_and_free_of_races);
        tap_run(all[i]->pattern, every_tuning_is_right_and_free_of_races);
        if (pattern->reduces)
            tap_run("a sum of floating point is that in rank order, bit by bit",
                    a_sum_of_floating_point_is_that_in_rank_order_bit_by_bit);
    }
    return tap_done();
}
