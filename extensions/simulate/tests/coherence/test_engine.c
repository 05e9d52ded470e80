/* SPDX-License-Identifier: BSD-3-Clause */
/* The cases of cases.c; errors that are planted in the engine must make at least one of them fail.
 */
#define TAP_OWN_MAIN
#include "extensions/simulate/coherence/engine.h"
#include "comops/ranks/watch/watch.h"
#include "extensions/simulate/tests/coherence/planted.h"
#include "extensions/simulate/tests/coherence/steps.h"
#include "tests/tap.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

static const char *const errors[PLANTED] = {
    [PLANTED_STALE_COPIES] = "copies that are not invalidated are found",
    [PLANTED_FREE_QUEUEING] = "queueing that takes no time is found",
    [PLANTED_EARLY_VALUES] = "values that are visible too early are found",
    [PLANTED_UNORDERED] = "stores that commit out of order are found",
    [PLANTED_ENDLESS_CACHES] = "caches without an end are found",
    [PLANTED_LOST_WAKEUPS] = "a lost wake-up is found",
    [PLANTED_FOUND_IN_MEMORY] = "modified lines that come from memory are found",
    [PLANTED_ENDLESS_SUPPLY] = "caches that give without limit are found",
};
static int current, failures;

static void step_fails(const struct steps *steps, int step, double end, unsigned value)
{
    failures++;
    if (planted == PLANTED_NOTHING)
        printf("# %s: step %d ends at %.3f ns, not %g, with %u\n", steps->name, step, end,
               steps->step[step].end, value);
}

static void case_run(void)
{
    failures = 0;
    steps_run(&cases[current], step_fails);
    CHECK(failures == 0);
}

static void error_find(void)
{
    int found = 0;

    for (int i = 0; i < case_count; i++) {
        failures = 0;
        steps_run(&cases[i], step_fails);
        if (failures && found++ == 0)
            printf("# first by: %s\n", cases[i].name);
    }
    CHECK(found > 0);
}

/* ---- what the engine says of a whole run ---------------------------------------------------- */

enum { MANY = 16, ROUNDS = 50 };

static uint64_t *words;
static double ends[MANY];

/* Ranks contend for a word, copy a neighbour's data and pass a number on. */
static void contend(int rank)
{
    uint64_t *mine = words + 1024 * (rank + 1), *next = words + 1024 * ((rank + 1) % MANY + 1);

    for (unsigned round = 1; round <= ROUNDS; round++) {
        watched_update(words, WATCHED_ADD, 1, 0, 8, memory_order_relaxed, NULL);
        watched_copy(mine + 64, next + 64, 4096, NULL);
        watched_store(mine, round, 8, memory_order_release, NULL);
        while (watched_load(next, 8, memory_order_acquire, NULL) < round)
            watched_pause();
    }
    ends[rank] = engine_now();
}

static const char *simulate(void (*live)(int rank))
{
    const struct machine machine = steps_machine();

    watch_reset();
    words = watch_allocate(4096, 1 << 20);
    engine_open(&machine, MANY);
    const char *why = engine_run(live);

    engine_close();
    return why;
}

static void two_runs_take_exactly_the_same_time(void)
{
    double first[MANY];

    CHECK(!simulate(contend));
    memcpy(first, ends, sizeof first);
    CHECK(words[0] == MANY * ROUNDS && first[0] > ROUNDS * 45);
    CHECK(!simulate(contend));
    CHECK(memcmp(first, ends, sizeof first) == 0);
}

enum { STREAMED = 64 * 4096 };

/* From one memory to another, which are behind one bus. */
static void stream(int rank)
{
    const char *from = (char *)words + (size_t)rank * STREAMED;

    watched_copy_nontemporal(from + (size_t)MANY * STREAMED, from, STREAMED, NULL);
    ends[rank] = engine_now();
}

static void what_all_wait_for_is_never_idle(void)
{
    static const int memory_of[] = {0, 0, 0, 0},
                     routes[4 * ROUTE_MOST] = {1, -1, -1, -1, 1, -1, -1, -1,
                                               1, -1, -1, -1, 1, -1, -1, -1};
    struct machine machine = steps_machine();
    const double lines = 2.0 * MANY * STREAMED / 64;
    double last = 0;

    machine.resources = 2;
    machine.resource[0] = (struct resource){"memory", RESOURCE_MEMORY, 32}; /* 2 ns a line */
    machine.resource[1] = (struct resource){"bus", RESOURCE_BUS, 64};
    machine.memory_of = memory_of;
    machine.routes = routes;
    watch_reset();
    words = watch_allocate(4096, 2 * MANY * STREAMED);
    engine_open(&machine, MANY);
    CHECK(!engine_run(stream));
    engine_close();
    for (int rank = 0; rank < MANY; rank++)
        last = ends[rank] > last ? ends[rank] : last;
    printf("# %g ns for %g lines\n", last, lines);
    CHECK(last > lines * 2 && last < lines * 2 * 1.1);
}

/* Rank 3 waits for a number that nobody stores, all others for rank 3. */
static void wait_in_vain(int rank)
{
    if (rank == 3)
        while (watched_load(words, 8, memory_order_acquire, wait_in_vain) == 0)
            watched_pause();
    engine_meet();
}

static void a_deadlock_says_what_the_ranks_wait_for(void)
{
    const char *why = simulate(wait_in_vain);
    char place[64];

    snprintf(place, sizeof place, "rank 3 at %p loads 0 from %p", (void *)wait_in_vain,
             (void *)words);
    CHECK(why && strstr(why, "deadlock; rank 0 meets"));
    CHECK(why && strstr(why, place));
    CHECK(why && strstr(why, "and 8 more"));
}

int main(void)
{
    for (current = 0; current < case_count; current++)
        tap_run(cases[current].name, case_run);
    tap_run("two runs take exactly the same time", two_runs_take_exactly_the_same_time);
    tap_run("what all wait for is never idle", what_all_wait_for_is_never_idle);
    tap_run("a deadlock says what the ranks wait for", a_deadlock_says_what_the_ranks_wait_for);
    for (planted = PLANTED_NOTHING + 1; planted < PLANTED; planted++)
        tap_run(errors[planted], error_find);
    return tap_done();
}
