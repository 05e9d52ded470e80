/* SPDX-License-Identifier: BSD-3-Clause */
/* Every implementation over MPI gives right data on the model of MPICH, on both sides of each size
 * at which it does something else. */
#include "comops/ranks/contract/registry.h"
#include "extensions/simulate/runtime/runtime.h"
#include "comops/ranks/watch/watch.h"
#include "extensions/simulate/tests/coherence/turns.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <string.h>

enum { RUNS = 2, PAGE = 4096, EAGER = 65424, LISTED = 24 };

/* Cells with at most so many bytes in all buffers. The library's own algorithms change with the
 * size. Worley's many protocols are all the same calls. */
static const struct plan {
    size_t most;
    int ranks[LISTED];
    size_t sizes[LISTED];
} plan_library = {9 << 20,
                  {2, 3, 4, 8, 9, 16},
                  {8, 24, 256, 264, 2048, 2056, 8192, 12288, 12296, 32768, 32776, EAGER, EAGER + 8,
                   131080, 262152, 524288, 524296}},
  plan_worley = {1 << 20, {3, 4}, {8192, 131072}},
  plan_else = {1 << 21, {2, 3, 4, 8, 16}, {8, EAGER + 8, 262152}};

static const struct implementation *implementation;
static struct job jobs[TURNS_RANKS];
static int wrong;

static void live(int rank)
{
    struct job *job = &jobs[rank];

    if (implementation->setup && !implementation->setup(job))
        wrong++;
    for (uint64_t run = 1; run <= RUNS; run++) {
        struct fault fault;

        watch_rank = -1; /* what follows is not the implementation's */
        job->pattern->fill(job, run);
        watch_rank = rank;
        turns_meet();
        implementation->run(job);
        if (implementation->complete)
            implementation->complete(job);
        mpi_stand_in_settle();
        watch_rank = -1;
        wrong += !job->pattern->check(job, run, &fault);
        watch_rank = rank;
    }
    if (implementation->teardown)
        implementation->teardown(job);
}

static void job_open(struct job *job, int rank, int ranks, size_t bytes, size_t series)
{
    *job = (struct job){.pattern = registry_pattern(implementation->pattern),
                        .rank = rank,
                        .ranks = ranks,
                        .bytes = bytes,
                        .series = series,
                        .variant = implementation->variant};
    job->send = watch_allocate(PAGE, job->pattern->send_bytes(job));
    job->recv = watch_allocate(PAGE, job->pattern->recv_bytes(job));
}

static bool cell_right(int ranks, size_t bytes, size_t series)
{
    static const struct mpi_costs costs = {.eager = 65424};

    wrong = 0;
    watch_reset();
    for (int rank = 0; rank < ranks; rank++)
        job_open(&jobs[rank], rank, ranks, bytes, series);
    mpi_stand_in_open(&costs, ranks);
    return turns_run(ranks, live) && !wrong;
}

/* Volumes of one message; the first partner. */
static bool is_offered(struct job *job, size_t most)
{
    const struct pattern *pattern = job->pattern;

    job->series = pattern->size ? job->bytes : pattern->series ? pattern->series(job->ranks, 0) : 0;
    return (pattern->unit ? job->bytes % pattern->unit == 0 : job->bytes == 0) &&
           job->ranks >= pattern->min_ranks && !pattern_refusal(job) &&
           (size_t)job->ranks * (pattern->send_bytes(job) + pattern->recv_bytes(job)) <= most;
}

static const struct plan *plan_of(void)
{
    if (implementation->family)
        return &plan_worley;
    return strcmp(implementation->protocol, "library") == 0 ? &plan_library : &plan_else;
}

/* Whether there is such a cell. */
static bool try_cell(int ranks, size_t bytes, size_t most)
{
    struct job job = {.pattern = registry_pattern(implementation->pattern), .ranks = ranks};

    job.bytes = job.pattern->unit ? bytes : 0;
    if (!is_offered(&job, most))
        return false;
    const bool right = cell_right(ranks, job.bytes, job.series);

    CHECK(right);
    if (!right)
        printf("# %s, %d ranks, %zu bytes\n", implementation->protocol, ranks, bytes);
    return true;
}

static void its_data_are_right(void)
{
    const struct plan *plan = plan_of();
    int cells = 0;

    for (const int *ranks = plan->ranks; *ranks; ranks++)
        for (const size_t *bytes = plan->sizes; *bytes; bytes++)
            cells += try_cell(*ranks, *bytes, plan->most);
    CHECK(cells > 0);
}

int main(void)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        char name[128];

        implementation = all[i];
        snprintf(name, sizeof name, "%s/%s: its data are right", implementation->protocol,
                 implementation->pattern);
        tap_run(name, its_data_are_right);
    }
    return tap_done();
}
