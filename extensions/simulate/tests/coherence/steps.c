/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/tests/coherence/steps.h"
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { CORES = 16, LINE = 64, LINES = 4096 };

static double transfer[CORES * CORES], memory[CORES / 4 * (CORES / 4)];
static int memory_of[CORES / 4] = {-1, -1, -1, -1}, routes[4 * ROUTE_MOST];
static const struct steps *current;
static void (*on_failure)(const struct steps *steps, int step, double end, unsigned value);
static int ranks;
static char *lines, *buffers;

struct machine steps_machine(void)
{
    static const double by_distance[DISTANCES] = {0, 20, 40, 60, 100};
    struct machine machine = {.name = "test",
                              .protocol = PROTOCOL_MESI,
                              .cores = CORES,
                              .llcs = CORES / 2,
                              .nodes = CORES / 4,
                              .domains = 2,
                              .transfer = transfer,
                              .shared = {0, 10, 30, 50, 90},
                              .memory = memory,
                              .memory_of = memory_of,
                              .routes = routes,
                              .hit = 1,
                              .store = 1,
                              .pause = 10,
                              .atomic = 5,
                              .fence = 20,
                              .outstanding = 10,
                              .stores = 4,
                              .copy_rate = 64, /* a line takes 1 ns */
                              .first_copy_rate = 64,
                              .reader_takes = -1,
                              .reduce_per_byte = 0.125,
                              .cache_bytes = 1 << 20,
                              .llc_bytes = 1 << 22};

    for (int i = 0; i < CORES; i++)
        machine.core[i] =
            (struct core){i / 2, i / 4, i / 8, i / 8, .cache_port = -1, .llc_port = -1};
    for (int i = 0; i < CORES * CORES; i++)
        transfer[i] = by_distance[machine_distance(&machine, i / CORES, i % CORES)];
    for (int i = 0; i < 16; i++)
        memory[i] = i / 4 == i % 4 ? 70 : 130;
    for (int i = 0; i < 4 * ROUTE_MOST; i++)
        routes[i] = -1;
    return machine;
}

static unsigned await(const char *line, unsigned value)
{
    while (watched_load(line, 8, memory_order_acquire, NULL) < value)
        watched_pause();
    return value;
}

static unsigned step_do(const struct step *step, char *buffer)
{
    char *line = lines + (size_t)step->line * LINE;
    const size_t bytes = (size_t)(step->lines ? step->lines : 1) * LINE;

    switch (step->kind) {
    case LOAD: return (unsigned)watched_load(line, 8, memory_order_acquire, NULL);
    case READ: watched_use(line, bytes, NULL); break;
    case STORE: watched_store(line, step->value, 8, memory_order_release, NULL); break;
    case WRITE: watched_write(line, 8, NULL); break;
    case COPY: watched_copy(buffer, line, bytes, NULL); break;
    case STREAM: watched_copy_nontemporal(line, buffer, bytes, NULL); break;
    case ADD:
        return (unsigned)watched_update(line, WATCHED_ADD, 1, 0, 8, memory_order_relaxed, NULL);
    case FENCE: watched_fence(memory_order_seq_cst, NULL); break;
    case PREFETCH: watched_prefetch_write(line); break;
    case FLUSH: watched_flush(line, bytes); break;
    case BACK: engine_write_back(line, bytes); break;
    case AWAIT: return await(line, step->value);
    case MEET: engine_meet(); break;
    }
    return step->value;
}

static void live(int rank)
{
    char *buffer = buffers + (size_t)rank * LINES * LINE;

    for (int i = 0; i < STEPS_MOST && current->step[i].end != 0; i++) {
        const struct step *step = &current->step[i];

        if (step->rank != rank)
            continue;
        if (step->at > engine_now())
            engine_work(step->at - engine_now());
        const unsigned value = step_do(step, buffer);

        if (value != step->value || (step->end != ANY && fabs(engine_now() - step->end) > 1e-6))
            on_failure(current, i, engine_now(), value);
    }
}

void steps_run(const struct steps *steps,
               void (*fails)(const struct steps *steps, int step, double end, unsigned value))
{
    struct machine machine = steps_machine();

    if (steps->change)
        steps->change(&machine);
    watch_reset();
    lines = watch_allocate(4096, (size_t)LINES * LINE);
    buffers = watch_allocate(4096, (size_t)CORES * LINES * LINE);
    current = steps;
    on_failure = fails;
    ranks = 0;
    for (int i = 0; i < STEPS_MOST && steps->step[i].end != 0; i++)
        ranks = steps->step[i].rank >= ranks ? steps->step[i].rank + 1 : ranks;
    engine_open(&machine, ranks);
    const char *why = engine_run(live);

    if (why) {
        printf("# %s\n", why);
        fails(steps, 0, 0, 0);
    }
    engine_close();
}
