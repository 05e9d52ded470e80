/* SPDX-License-Identifier: BSD-3-Clause */
/* Luecke, Spanoyannis and Kraeva 2004, appendices B and C: the tree, both listings with their loops
 * closed, and what is planted in each. An element is a byte here, `a` is the root's send buffer and
 * everybody else's receive buffer. */
#include "extensions/papers/tests/printed/mpi/mpi_late.h"
#include "extensions/papers/tests/printed/printed.h"

struct planted {
    enum when data;    /* of the root's data for others */
    enum when polls;   /* of the polling gets of appendix B */
    bool last_first;   /* the last element of the root's puts arrives at once, the rest late */
    bool sentinel_set; /* before a run the last element is cleared, which the listings forget */
    int beyond;        /* how far `pe`, which the listings do not define, is above the last rank */
};

static char *array(const struct job *job)
{
    return job->rank == ROOT ? job->send : job->recv;
}

static bool tree_setup(struct job *job)
{
    return late_open(job, array(job), job->bytes);
}

/* A rank's lowest set bit; the root's is above all ranks. */
static int reach(const struct job *job)
{
    int bit = 1;

    while (job->rank == ROOT ? bit <= job->ranks : !(job->rank & bit))
        bit *= 2;
    return bit;
}

static void tree_begin(struct job *job, const struct planted *planted)
{
    if (planted->sentinel_set && job->rank != ROOT)
        job->recv[job->bytes - 1] = 0;
    fence(job);
}

/* True when the rank's own last element is not zero. */
static bool poll_by_get(struct job *job, enum when when, char *check)
{
    progress(job);
    if (when == NOW) /* late: none is begun before the fence, which this rank does not reach */
        get(job, NOW, check, 1, job->rank, job->bytes - 1);
    return *check != 0;
}

static bool poll_memory(struct job *job)
{
    progress(job);
    return *(volatile char *)(job->recv + job->bytes - 1) != 0;
}

/* Appendix B: a token to each child, which then gets, and polls its own last element. */
static void tree_get(struct job *job, struct planted planted)
{
    const int parent = job->rank - reach(job);
    char token = 1, check = 0;

    tree_begin(job, &planted);
    if (job->rank != ROOT) {
        MPI_Recv(&token, 1, MPI_BYTE, parent, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        get(job, parent == ROOT ? planted.data : NOW, job->recv, job->bytes, parent, 0);
        WAIT_UNTIL(poll_by_get(job, planted.polls, &check));
    }
    for (int bit = reach(job) / 2; bit > 0; bit /= 2)
        if (job->rank + bit < job->ranks + planted.beyond)
            MPI_Send(&token, 1, MPI_BYTE, job->rank + bit, TAG, MPI_COMM_WORLD);
    fence(job);
}

/* Appendix C: poll the own last element, then put to each child. */
static void tree_put(struct job *job, struct planted planted)
{
    const size_t first = planted.last_first ? job->bytes - 1 : 0;

    tree_begin(job, &planted);
    if (job->rank != ROOT)
        WAIT_UNTIL(poll_memory(job));
    for (int bit = reach(job) / 2; bit > 0; bit /= 2) {
        if (job->rank + bit >= job->ranks + planted.beyond)
            continue;
        if (job->rank == ROOT && planted.last_first)
            put(job, LATE, array(job), first, job->rank + bit, 0);
        put(job, job->rank == ROOT ? planted.data : NOW, array(job) + first, job->bytes - first,
            job->rank + bit, first);
    }
    fence(job);
}

#define PLANTED(name, listing, words, ...)                                                         \
    static void name(struct job *job)                                                              \
    {                                                                                              \
        listing(job, (struct planted){__VA_ARGS__});                                               \
    }                                                                                              \
    COMOPS_IMPLEMENTATION(this_##name, "mpi", #name, "tree_broadcast", .run = name,                \
                          .setup = tree_setup, .teardown = late_close, .summary = words)

/* Appendix B, as printed: the last element is not reset, so the poll passes at what the last run
 * left, and a child gets what its parent has not yet got. */
PLANTED(sentinel_never_reset, tree_get, "the sentinel is that of the run before", .data = LATE,
        .polls = NOW);

/* Appendix B, as printed but for the sentinel: polls by gets until the data have come, before any
 * fence. Neither the data nor the polls need arrive before it. */
PLANTED(polls_a_get_within_its_epoch, tree_get, "waits for what only the fence after it completes",
        .data = LATE, .polls = LATE, .sentinel_set = true);

/* Appendix B, with the sentinel reset and all gets at once complete: whoever waits for the last
 * element to differ from zero waits for ever when it is zero. */
PLANTED(payload_that_ends_in_zero, tree_get, "zero means that nothing has come", .data = NOW,
        .polls = NOW, .sentinel_set = true);

/* Appendix B: `pe` is used for the highest rank and never defined. As the number of ranks, its
 * other meaning, it lets the root address a rank too many. */
PLANTED(rank_pe_does_not_exist, tree_get, "pe is the number of ranks", .data = NOW, .polls = NOW,
        .sentinel_set = true, .beyond = 1);

/* Appendix C, as printed but for its loops and the sentinel: polls memory into which another puts,
 * before any fence. The put need not arrive before it. */
PLANTED(polls_a_put_within_its_epoch, tree_put, "waits for what only the fence after it completes",
        .data = LATE, .sentinel_set = true);

/* Appendix C, as printed but for the same: an inner rank takes the last element for the whole
 * message and passes on what has not come. */
PLANTED(only_the_last_element_watched, tree_put, "the last element is taken for the whole",
        .data = NOW, .last_first = true, .sentinel_set = true);
