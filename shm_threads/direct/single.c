/* SPDX-License-Identifier: BSD-3-Clause */
/* The first rank that arrives on its cache competes with those of other caches, then of other
 * packages; who is first everywhere executes the section. A barrier follows. Small:
 * before it the executor writes its message into rank 0's lines, which all read afterwards. Large:
 * all copy the message from the executor's buffer. */
#include "comops/ranks/contract/single.h"
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/groups.h"

/* Slots that others write: rank 0's for the message, in turn; a leader's for who is first. */
enum { MESSAGE = FREE, FIRST = MESSAGE + TURNS, LEVELS = 3 };
static const enum level levels[LEVELS] = {IN_CACHE, IN_PACKAGE, IN_MACHINE};

struct order {
    int count, leaders[LEVELS]; /* where this rank must be first */
    int executors[TURNS];       /* of long messages, in turn: rank 0's count */
};

static struct order *order_of(const struct job *job, int rank)
{
    return ((const struct groups *)job->peers[rank]->state)->more;
}

static bool setup(struct job *job)
{
    struct groups *groups = groups_setup(job, false, sizeof(struct order));
    struct order *mine = groups ? groups->more : NULL;

    if (mine)
        do
            mine->leaders[mine->count] = grouping_leader(job, job->rank, levels[mine->count]);
        while (levels[mine->count++] < grouping_top(job));
    return mine;
}

/* Relaxed: the barrier orders data, and the exchanges of different runs. */
static bool is_first(const struct job *job, const struct order *mine, uint64_t step)
{
    for (int i = 0; i < mine->count; i++)
        if (atomic_exchange_explicit(&endpoint_of(job, mine->leaders[i])->slots[FIRST + i]->number,
                                     step, memory_order_relaxed) == step)
            return false;
    return true;
}

static void run(struct job *job)
{
    struct groups *mine = job->state;
    const uint64_t step = ++mine->endpoint.step;
    const bool small = is_small(job), executes = is_first(job, mine->more, step);
    struct line *lines = endpoint_of(job, ROOT)->slots[MESSAGE + step % TURNS];
    int *executor = &order_of(job, ROOT)->executors[step % TURNS];

    single_words(job)[job->rank] = executes;
    if (executes && small)
        lines_write(job, lines, job->send, step);
    else if (executes)
        *executor = job->rank;
    groups_meet(job, mine, step);
    if (small) {
        lines_read(job, lines, job->recv, step);
        return;
    }
    copy_long(job, job->recv, job->peers[*executor]->send, job->bytes);
    flag_set(&mine->endpoint.finished, step); /* this rank has read the executor's buffer */
    if (executes)
        FLAG_WAIT_ALL(job, finished, step);
}

static void complete(struct job *job)
{
    direct_meet(job); /* all have written their words */
    single_words_collect(job);
    direct_meet(job); /* all have read them: the next run may write */
}

IMPLEMENTATION(DIRECT_PATH, direct, single, .shared = true, .setup = setup, .teardown = state_free,
               .run = run, .complete = complete, .copies = "1", .crossings = "P-1",
               .waits = "at most G", .lines = "at most P + G",
               .summary = "atomic exchanges on each cache, then between; a barrier; as broadcast");
