/* SPDX-License-Identifier: BSD-3-Clause */
/* A binary heap. A rank switches straight to the next one. */
#include "simulate/coherence/schedule.h"
#include "simulate/coherence/stores.h"
#include "simulate/watch/watch.h"

struct event {
    double time;
    uint64_t ticket; /* 0: of a store buffer */
    struct rank *rank;
};

static struct event heap[2 * CORES_MOST];
static int heap_count;
static uint64_t tickets;
static double now;

static bool event_before(const struct event *a, const struct event *b)
{
    return a->time < b->time || (a->time == b->time && a->ticket < b->ticket);
}

static void heap_push(struct event event)
{
    int at = heap_count++;

    for (; at > 0 && event_before(&event, &heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = event;
}

/* In place of the first one. */
static void heap_replace(struct event event)
{
    int at = 0;

    for (int child; (child = 2 * at + 1) < heap_count; at = child) {
        if (child + 1 < heap_count && event_before(&heap[child + 1], &heap[child]))
            child++;
        if (!event_before(&heap[child], &event))
            break;
        heap[at] = heap[child];
    }
    heap[at] = event;
}

static struct event heap_pop(void)
{
    const struct event first = heap[0], last = heap[--heap_count];

    heap_replace(last);
    return first;
}

void schedule_open(void)
{
    heap_count = 0;
    tickets = TICKET_FIRST;
}

void schedule_add(struct rank *rank)
{
    rank->ticket = ++tickets;
    heap_push((struct event){rank->clock, rank->ticket, rank});
}

void schedule_commit(struct rank *rank, double time)
{
    heap_push((struct event){time, 0, rank});
}

/* True if another one was given the line for which the rank of the first event waits: later. */
static bool first_waits_on(void)
{
    struct rank *rank = heap[0].rank;

    if (!heap[0].ticket || !rank->awaited || rank->ready(rank->awaited) <= rank->clock)
        return false;
    rank->clock = rank->ready(rank->awaited);
    heap_replace((struct event){rank->clock, rank->ticket, rank});
    return true;
}

/* NULL if none can go on. */
static struct rank *rank_next(void)
{
    while (heap_count > 0) {
        if (first_waits_on())
            continue;
        const struct event event = heap_pop();

        if (event.ticket)
            return event.rank;
        stores_commit(event.rank, event.time);
    }
    return NULL;
}

static void rank_leave(struct rank *rank)
{
    struct rank *next = rank_next();

    if (next == rank)
        return;
    watch_rank = next ? next->number : -1;
    fibre_switch(&rank->fibre, next ? &next->fibre : &fibre_main);
}

static void rank_queue(struct rank *rank)
{
    const struct event mine = {rank->clock, rank->ticket, rank};

    if (heap_count > 0 && event_before(&heap[0], &mine)) {
        heap_push(mine);
        rank_leave(rank);
    }
    now = rank->clock;
}

double schedule_now(void)
{
    return now;
}

void schedule_point(struct rank *rank)
{
    rank->ticket = ++tickets;
    rank_queue(rank);
}

void schedule_until(struct rank *rank, double time)
{
    if (time > rank->clock)
        rank->clock = time;
    rank_queue(rank);
}

void schedule_await(struct rank *rank, const struct line *line,
                    double ready(const struct line *line))
{
    rank->awaited = line;
    rank->ready = ready;
    schedule_until(rank, ready(line));
    rank->awaited = NULL;
}

void schedule_block(struct rank *rank)
{
    rank_leave(rank);
}

bool schedule_quiet(double time)
{
    return heap_count == 0 || heap[0].time > time;
}

void schedule_run(void)
{
    for (struct rank *next; (next = rank_next());) {
        watch_rank = next->number;
        fibre_switch(&fibre_main, &next->fibre);
        watch_rank = -1;
    }
}
