/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/misses.h"
#include "extensions/simulate/coherence/schedule.h"

static void source_find(struct rank *rank)
{
    struct request *request = &rank->request;

    request->source = request->source_of(request->line, rank->number);
}

/* Advances the rank's clock to `time`, unless it is later. */
static void travel(struct rank *rank, double time)
{
    rank->request.time = time;
    if (time > rank->clock)
        miss_spend(rank, time, rank->request.source.distance);
}

static void wait_begin(struct rank *rank, enum stop stop)
{
    const struct line *line = rank->request.line;

    rank->request.waits_since = rank->clock;
    if (line_ready(line, stop) <= rank->clock)
        return;
    if (protocol_serves_first(line, rank->number))
        rank->ticket = TICKET_FIRST;
    schedule_await(rank, rank->request.line, stop);
}

/* Returns the time since which the request is served there, possibly later than its own time. */
static double wait_end(struct rank *rank, enum stop stop)
{
    const double ready = line_ready(rank->request.line, stop), came = rank->request.time;

    rank->account.line += rank->clock - rank->request.waits_since;
    source_find(rank);
    return ready > came ? ready : came;
}

static void go_home(struct rank *rank)
{
    source_find(rank);
    travel(rank, rank->request.time + rank->request.source.latency / 3);
}

static void wait_home(struct rank *rank)
{
    wait_begin(rank, STOP_HOME);
}

static void go_to_holder(struct rank *rank)
{
    struct request *request = &rank->request;
    const double home = wait_end(rank, STOP_HOME);

    request->leg = request->source.latency / 3;
    request->line->served =
        home + (request->line->exclusive ? 2 * request->leg
                                         : protocol_service(request->line, rank->number));
    travel(rank, home + request->leg);
}

static void wait_at_holder(struct rank *rank)
{
    wait_begin(rank, STOP_HOLDER);
}

static void take(struct rank *rank)
{
    rank->request.time = wait_end(rank, STOP_HOLDER) - 2 * rank->request.leg;
}

static void (*const stages[])(struct rank *rank) = {go_home, wait_home, go_to_holder,
                                                    wait_at_holder, take};
enum { STAGES = sizeof stages / sizeof *stages };

/* False if the rank's clock has advanced, so others may be earlier now. */
static bool request_goes_on(struct rank *rank)
{
    const double clock = rank->clock;

    while (rank->request.stage < STAGES && rank->clock <= clock)
        stages[rank->request.stage++](rank);
    return rank->clock <= clock;
}

double request_travel(struct rank *rank, struct line *line, double asked,
                      struct source source_of(const struct line *line, int core),
                      struct source *source)
{
    rank->request = (struct request){.line = line, .source_of = source_of, .time = asked};
    schedule_operation(rank, request_goes_on);
    *source = rank->request.source;
    return rank->request.time;
}
