/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/coherence/polls.h"
#include "simulate/coherence/cache/protocol.h"
#include "simulate/coherence/schedule.h"

#include <math.h>

/* The branch that leaves the loop was predicted not to be taken, so what follows has not begun. */
static bool wait_ends(const struct rank *rank, const void *address, uint64_t value)
{
    const int at = rank->poll_count[rank->polling];
    const struct poll *before = &rank->polls[!rank->polling][at];

    return at < rank->poll_count[!rank->polling] && before->address == address &&
           before->value != value;
}

void polls_note(struct rank *rank, const void *address, struct line *line, uint64_t value,
                const void *site)
{
    int *count = &rank->poll_count[rank->polling];

    if (wait_ends(rank, address, value))
        rank_serialize(rank);
    if (*count == POLLS_MOST)
        rank->busy = true;
    else
        rank->polls[rank->polling][(*count)++] = (struct poll){address, line, value, site};
}

static bool in_vain(const struct rank *rank)
{
    const struct poll *now = rank->polls[rank->polling], *before = rank->polls[!rank->polling];
    const int count = rank->poll_count[rank->polling];

    if (rank->busy || count == 0 || count != rank->poll_count[!rank->polling])
        return false;
    for (int i = 0; i < count; i++)
        if (now[i].address != before[i].address || now[i].value != before[i].value ||
            !protocol_hits(now[i].line, rank->number, rank->clock) ||
            (now[i].line->exclusive && now[i].line->owner != rank->number))
            return false;
    return true;
}

static void waiter_add(struct rank *rank, struct line *line)
{
    struct waiter *waiter = &rank->waiters[rank->waiter_count++];

    *waiter = (struct waiter){line->waiters, &line->waiters, rank};
    if (line->waiters)
        line->waiters->back = &waiter->next;
    line->waiters = waiter;
}

static void waiters_remove(struct rank *rank)
{
    for (int i = 0; i < rank->waiter_count; i++) {
        struct waiter *waiter = &rank->waiters[i];

        *waiter->back = waiter->next;
        if (waiter->next)
            waiter->next->back = waiter->back;
    }
    rank->waiter_count = 0;
}

static void rank_sleep(struct rank *rank)
{
    const double begin = rank->clock;

    for (int i = 0; i < rank->poll_count[rank->polling]; i++)
        waiter_add(rank, rank->polls[rank->polling][i].line);
    schedule_block(rank);
    rank->account.wait += rank->clock - begin;
}

void polls_pause(struct rank *rank)
{
    if (in_vain(rank)) {
        rank_sleep(rank);
    } else {
        rank->clock += machine->pause;
        rank->account.wait += machine->pause;
    }
    rank->polling = !rank->polling;
    rank->poll_count[rank->polling] = 0;
    rank->busy = false;
    rank_serialize(rank);
}

/* When in its pause the rank is: at first in the middle, then by the golden ratio, which comes near
 * every phase. With the same one each time, two ranks could miss each other for ever. */
static double phase_next(struct rank *rank)
{
    const double golden = 0.6180339887498949;
    const double phase = 0.5 + rank->sleeps++ * golden;

    return phase - floor(phase);
}

void polls_wake(struct line *line, double time)
{
    while (line->waiters) {
        struct rank *rank = line->waiters->rank;

        waiters_remove(rank);
        const double looks = time + machine->pause * phase_next(rank);

        if (looks > rank->clock)
            rank->clock = looks;
        schedule_add(rank);
    }
}
