/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/coherence/misses.h"
#include "simulate/coherence/cache/evictions.h"
#include "simulate/coherence/cache/protocol.h"
#include "simulate/coherence/polls.h"
#include "simulate/coherence/resources.h"
#include "simulate/coherence/schedule.h"

static double most(double a, double b)
{
    return a > b ? a : b;
}

static void account_transfer(struct rank *rank, enum distance distance, double time)
{
    *(distance == DISTANCE_OWN ? &rank->account.memory : &rank->account.transfer[distance]) += time;
}

void miss_spend(struct rank *rank, double time, enum distance distance)
{
    account_transfer(rank, distance, time - rank->clock);
    rank->clock = time;
}

void miss_wait(struct rank *rank, double time, enum distance distance)
{
    if (time > rank->clock) {
        miss_spend(rank, time, distance);
        schedule_until(rank, time);
    }
}

/* True if the hardware has prefetched these lines, because those before them have been loaded. What
 * it prefetched before the rank last waited for another is lost. */
static bool stream_goes_on(struct rank *rank, const struct piece *piece)
{
    int at = rank->stream_next;
    bool goes_on = false;

    for (int i = 0; i < STREAMS && !goes_on; i++)
        if (rank->streams[i].place == piece->place && rank->streams[i].time >= rank->serial) {
            at = i;
            goes_on = true;
        }
    if (!goes_on)
        rank->stream_next = (at + 1) % STREAMS;
    rank->streams[at] = (struct stream){piece->place + piece->lines * LINE_BYTES, rank->clock};
    return goes_on;
}

static void line_wait(struct rank *rank, const struct line *line)
{
    while (line->free > rank->clock) {
        rank->account.line += line->free - rank->clock;
        schedule_until(rank, line->free);
    }
}

/* Others are given the line first. Who has got it last may use it until the request has travelled
 * there, for half of the latency: else two ranks could take it from each other for ever. Returns
 * when a request that reaches the line now was sent. */
static double line_request(struct rank *rank, const struct piece *piece,
                           struct source source_of(const struct line *line, int core))
{
    if (piece->line->free <= rank->clock)
        return rank->clock;
    if (piece->lines > 1) { /* while others run, the page may be split */
        rank->account.line += piece->line->free - rank->clock;
        return rank->clock = piece->line->free;
    }
    const struct line *line = piece->line;
    struct source source;
    int owner;

    do {
        line_wait(rank, line);
        owner = line->owner;
        source = source_of(line, rank->number);
        miss_wait(rank, rank->clock + source.latency / 2, source.distance);
    } while (line->free > rank->clock && line->owner != owner);
    line_wait(rank, line);
    return rank->clock - source.latency / 2;
}

/* The rank's clock goes on to a time that was reached by queueing and by the transfer. */
static void clock_reach(struct rank *rank, double time, const struct source *source,
                        const struct queueing *queueing)
{
    const double spent = time - rank->clock;

    if (spent <= 0)
        return;
    const double queued = queueing->total < spent ? queueing->total : spent;

    for (int kind = 0; kind < RESOURCE_KINDS && queueing->total > 0; kind++)
        rank->account.queue[kind] += queueing->of[kind] * queued / queueing->total;
    account_transfer(rank, source->distance, spent - queued);
    rank->clock = time;
}

/* Of the next miss: the first lines wait, those behind them come one after the other. */
static double queue_delay(const struct queueing *queueing, int lines)
{
    const double part = (double)lines / machine->outstanding;

    return queueing->total * (part < 1 ? part : 1);
}

/* Sends for the lines. Returns when the last one comes. */
static double lines_fetch(struct rank *rank, const struct piece *piece, const struct source *source,
                          double issue, struct queueing *queueing)
{
    const int to = machine->core[rank->number].domain;

    *queueing = (struct queueing){0};
    if (source->moves)
        *queueing = resources_book(source->domain, to, source->memory, piece->lines, issue);
    const double interval = most(source->latency / machine->outstanding, queueing->interval);

    rank->miss_next = issue + queue_delay(queueing, piece->lines) + piece->lines * interval;
    return issue + source->latency + queueing->total + (piece->lines - 1) * interval;
}

/* Of lines on their way between two domains; to a third they are sent beside. */
static void memory_write(const struct piece *piece, int from, int to, double time)
{
    const int home = piece->line->home, domain = resources_domain(home);

    if (domain == from || domain == to)
        resources_book_memory(home, piece->lines, time);
    else
        resources_book(from, domain, home, piece->lines, time);
}

void miss_load(struct rank *rank, const struct piece *piece, bool data)
{
    struct line *line = piece->line;

    const double sent = line_request(rank, piece, protocol_load_source);
    const struct source source = protocol_load_source(line, rank->number);
    const double ahead = data && stream_goes_on(rank, piece) ? source.latency : machine->window;
    const double issue = sent < rank->clock ? sent
                                            : most(most(sent - ahead, rank->serial),
                                                   most(line->free, rank->miss_next));
    struct queueing queueing;
    const double come = lines_fetch(rank, piece, &source, issue, &queueing);

    if (protocol_load_writes_memory(line, rank->number))
        memory_write(piece, source.domain, machine->core[rank->number].domain, issue);
    const int owner = line->exclusive ? line->owner : NOBODY;

    protocol_load(line, rank->number, come);
    if (line->owner == rank->number && line->exclusive && owner != NOBODY)
        polls_wake(line, come);
    evictions_add(rank->number, piece, issue);
    clock_reach(rank, come, &source, &queueing);
}

static double lines_own(struct rank *rank, const struct piece *piece, double sent,
                        struct source *source, struct queueing *queueing)
{
    struct line *line = piece->line;
    const double issue = most(sent, rank->miss_next);

    *source = protocol_own_source(line, rank->number);
    const double come = lines_fetch(rank, piece, source, issue, queueing);

    protocol_own(line, rank->number, come);
    evictions_add(rank->number, piece, issue);
    rank->store_interval = (rank->miss_next - issue) / piece->lines;
    return come;
}

double miss_own(struct rank *rank, const struct piece *piece)
{
    struct source source;
    struct queueing queueing;
    const double come =
        lines_own(rank, piece, most(rank->clock, piece->line->free), &source, &queueing);

    rank->store_distance = source.distance;
    return come;
}

double miss_write(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;
    const struct core *core = &machine->core[rank->number];
    const double issue = most(most(rank->clock, line->free), rank->miss_next);
    const double latency = machine->memory[core->node * machine->nodes + line->home];
    const struct queueing queueing =
        resources_book(core->domain, resources_domain(line->home), line->home, piece->lines, issue);

    rank->store_interval = most(latency / machine->outstanding, queueing.interval);
    rank->store_distance = DISTANCE_OWN;
    rank->miss_next =
        issue + queue_delay(&queueing, piece->lines) + piece->lines * rank->store_interval;
    protocol_flush(line);
    line->free = issue + latency + queueing.total + (piece->lines - 1) * rank->store_interval;
    return line->free;
}

void miss_update(struct rank *rank, const struct piece *piece)
{
    struct line *line = piece->line;

    const double sent = line_request(rank, piece, protocol_own_source);

    if (!protocol_owns(line, rank->number)) {
        struct source source;
        struct queueing queueing;
        const double come = lines_own(rank, piece, sent, &source, &queueing);

        polls_wake(line, come + machine->atomic);
        clock_reach(rank, come, &source, &queueing);
    }
    line->dirty = true;
    line->taken = false;
    rank_work(rank, machine->atomic);
    line->free = rank->clock;
    schedule_until(rank, line->free); /* until then others use their old copies */
}
