/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/markers.h"

#include "comops/ranks/text/json.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/worker/counters.h"
#include "topology/bind.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The counters of this process, once open. */
static const struct counters *counters;

/* This rank's region, and the synchronization without it. */
static _Thread_local struct {
    struct synchronization plain;
    char timed[2 * ARENA_NAME], empty[2 * ARENA_NAME + 8];
    bool inside;
} here;

static const char *const nothing =
    "likwid could count none of the group's events (does kernel.perf_event_paranoid forbid it? If "
    "another program left the counters in use, LIKWID_FORCE_SETUP=1 takes them)";

/* Through the kernel's interface, an event that likwid may not count stays 0. */
static bool any_counted(const double *counts, uint32_t events)
{
    for (uint32_t i = 0; i < events; i++)
        if (isfinite(counts[i]) && counts[i] != 0)
            return true;
    return false;
}

/* Tries to count on this hardware thread. */
static void try_group(const struct counters *module, const char *group, char *why)
{
    static struct counter_values counted;
    const int pu = sched_getcpu();
    cpu_set_t here_alone;

    CPU_ZERO(&here_alone);
    CPU_SET(pu, &here_alone);
    sched_setaffinity(0, sizeof here_alone, &here_alone);
    if (!module->open(group, &pu, 1, why))
        return;
    counted.events = module->events(counted.names);
    if (module->announce("trial")) {
        module->enter("trial");
        module->leave("trial");
        module->read("trial", counted.timed);
    }
    if (!any_counted(counted.timed, counted.events))
        snprintf(why, COUNTERS_TEXT, "%s", nothing);
    module->close();
}

void markers_offer(const char *group)
{
    char why[COUNTERS_TEXT] = "";
    const struct counters *module = counters_load(why);
    char **names = module ? module->groups(why) : NULL;
    struct json json = {.out = stdout};

    for (char **name = names; name && *name; name++)
        if (strcmp(*name, group) == 0)
            try_group(module, group, why);
    json_begin_object(&json, NULL);
    if (names)
        json_add_texts(&json, "groups", (const char *const *)names);
    else
        json_add_text(&json, "groups", NULL);
    json_add_text(&json, "reason", why[0] ? why : NULL);
    json_end(&json, '}');
    putchar('\n');
    text_list_free(names);
}

static bool marked_start(struct synchronization *sync, uint64_t *start)
{
    const bool in_time = here.plain.start(sync, start);

    here.inside = true;
    counters->enter(here.timed);
    return in_time;
}

/* Also called if nothing is timed. */
static uint64_t marked_now(struct synchronization *sync)
{
    if (here.inside) {
        counters->leave(here.timed);
        here.inside = false;
        counters->enter(here.empty);
        counters->leave(here.empty);
    }
    return here.plain.now(sync);
}

/* One rank of each process opens them for all its ranks. */
static bool open_counters(const struct team *team, const char *group, int pu, char *why)
{
    double *values = bench_gather(team, pu);
    int *pus = memory_or_die(calloc((size_t)team->ranks, sizeof *pus));
    bool good = true;

    for (int rank = 0; rank < team->ranks; rank++)
        pus[rank] = (int)values[rank];
    if ((team->rank == ROOT || !team->shares_memory) && !counters) {
        const struct counters *module = counters_load(why);

        good = module && (team->shares_memory ? module->open(group, pus, team->ranks, why)
                                              : module->open(group, &pu, 1, why));
        counters = good ? module : NULL;
    }
    free(values);
    free(pus);
    return good;
}

/* Everything before the first pass; called by all ranks, with the same result on all. */
static bool prepare(const struct team *team, struct synchronization *sync,
                    const struct command *command, struct arena_rank *slot)
{
    char *const why = slot->error;
    const bool pinned = slot->pu_wanted < 0 || bind_self(slot->pu_wanted, why, sizeof slot->error);
    const bool opened = open_counters(team, command->counters, slot->pu_wanted, why);

    snprintf(here.timed, sizeof here.timed, "%s/%s", command->pattern, command->protocol);
    snprintf(here.empty, sizeof here.empty, "%s, empty", here.timed);
    if (!sync->agree(sync, pinned && opened))
        return false;
    const bool known = counters->announce(here.timed) && counters->announce(here.empty);

    if (!known)
        snprintf(why, COUNTERS_TEXT, "likwid does not accept the region %s", here.timed);
    return sync->agree(sync, known);
}

/* False, with the error, if the counts do not match this block's stamps. */
static bool collect(const struct command *command, struct arena_rank *slot)
{
    struct counter_values *counted = &slot->counted;

    counted->events = counters->events(counted->names);
    counted->passes = counters->read(here.timed, counted->timed);
    const uint32_t empty = counters->read(here.empty, counted->empty);

    if (!any_counted(counted->timed, counted->events))
        return bench_fail(slot, nothing);
    if (counted->passes != command->stamps || empty != command->stamps)
        return bench_fail(slot, "likwid did not count every run");
    return true;
}

bool markers_run(struct bench *bench, struct synchronization *sync, const struct team *team,
                 const struct command *command, struct arena_rank *slot, uint64_t *starts,
                 struct arena_stamp *stamps)
{
    slot->error[0] = '\0';
    if (!prepare(team, sync, command, slot))
        return slot->error[0] ? false : bench_fail(slot, "another rank has no counters");
    here.plain = *sync;
    sync->start = marked_start;
    sync->now = marked_now;
    const bool done = bench_run(bench, command, slot, starts, stamps);

    *sync = here.plain;
    return done && collect(command, slot);
}

void markers_close(const struct team *team)
{
    team->meet(); /* no rank is still counting */
    if (counters && (team->rank == ROOT || !team->shares_memory))
        counters->close();
}
