/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/worker.h"

#include "comops/ranks/arena/arena.h"
#include "comops/ranks/arena/clock.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/text/usage.h"
#include "comops/ranks/worker/markers.h"
#include "comops/ranks/worker/offers/offer.h"
#include "topology/bind.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static const struct usage_option options[] = {
    {"list", 'l', NULL,
     "Print the implementations of this worker and why others are absent, one JSON object per "
     "line"},
    {"patterns", 'p', NULL,
     "Print the patterns this worker knows, one JSON object per line; after --ranks with their "
     "series"},
    {"counters", 'c', "GROUP", "Print whether likwid's GROUP can be counted here, as JSON"},
    {"batch", 'b', "FILE", "Run the cells of FILE, words NAME=VALUE, without a front end"},
    {"ranks", 'n', "N", "Number of ranks, if no launcher sets it"},
    {"catalogue", 'C', NULL, NULL},
    {"arena", 'a', "PATH", NULL},
    {"notify", 'w', "PATH", NULL},
    {"team", 't', "SLOT", NULL},
    {0}};

static void set_option(const struct usage *usage, struct worker *worker, int letter)
{
    switch (letter) {
    case 'l': offer_print_implementations(worker->path); exit(EXIT_SUCCESS);
    case 'p': offer_print_patterns(worker->ranks); exit(EXIT_SUCCESS);
    case 'c': markers_offer(optarg); exit(EXIT_SUCCESS);
    case 'C': catalogue_print(); exit(EXIT_SUCCESS);
    case 'b': worker->batch = optarg; break;
    case 'n':
        if (!text_parse_ranks(optarg, &worker->ranks))
            usage_error(usage, "`%s` is not a number of ranks from 1 to %d", optarg,
                        TEXT_RANKS_MOST);
        break;
    case 'a': worker->arena = optarg; break;
    case 'w': worker->notify = optarg; break;
    case 't': worker->team = atoi(optarg); break;
    }
}

void worker_parse(struct worker *worker, int argc, char **argv, const char *path)
{
    char program[64], summary[128];
    const struct usage usage = {program, summary, options};

    snprintf(program, sizeof program, "comops-%s", path);
    snprintf(summary, sizeof summary, "The worker of COMOPS for the path %s.", path);
    *worker = (struct worker){.path = path};
    for (int letter; (letter = usage_next(&usage, argc, argv));)
        set_option(&usage, worker, letter);
    if (!worker->batch && !(worker->arena && worker->notify))
        usage_error(&usage, "a worker started by hand needs --list or --batch FILE; to measure, "
                            "use `comops run`");
}

static void report_rank(const struct team *team, struct arena_team *home, struct arena_rank *slot)
{
    slot->pid = getpid();
    if (team->rank == ROOT) {
        snprintf(home->runtime, sizeof home->runtime, "%s", team->runtime);
        home->shared_ranks = (uint32_t)team->shared_ranks;
    }
    if (!clock_offset_is_monotonic(&home->meetings[0], team->rank, clock_now))
        snprintf(
            slot->error, sizeof slot->error,
            "the ranks do not share a monotonic clock, so their time stamps cannot be compared");
}

static void report_done(struct arena_team *home, int notify, int team)
{
    const unsigned char slot = (unsigned char)team;

    if (arena_done(home) && write(notify, &slot, 1) != 1)
        exit(EXIT_FAILURE); /* the front end is gone */
}

/* Once on the cores where the ranks are. With more ranks than cores it would take long. */
static void compare_clocks(struct common_start *sync, struct arena_team *home,
                           struct arena_rank *slot, int *compared_on)
{
    const bool known = *compared_on == slot->pu_wanted;

    if (sync->point->oversubscribed || meeting_agree(sync->point, known))
        return;
    slot->clock_offset = clock_offset_measure(sync->point, &home->exchange, sync->rank, clock_now);
    *compared_on = slot->pu_wanted;
}

/* The hand-overs between these ranks, on the hardware threads that the command names; 0 if it does
 * not ask for them, and with more ranks than cores. All teams hand over the same lines. */
static double measure_handover(bool asked, const struct bench *bench, struct common_start *sync,
                               const struct arena *arena, const struct arena_rank *slot)
{
    char why[ARENA_TEXT];

    if (!asked || sync->point->oversubscribed)
        return 0;
    if (bench->pu != slot->pu_wanted && slot->pu_wanted >= 0)
        bind_self(slot->pu_wanted, why, sizeof why); /* bench_run finds out if that fails */
    return handover_measure(sync->point, arena_team(arena, 0)->handovers, sync->rank);
}

/* The command is taken now. */
static void begin_account(struct bench *bench, struct arena_rank *slot)
{
    bench->slot = slot;
    bench->since = slot->taken_ns = clock_now();
    memset(slot->spent_ns, 0, sizeof slot->spent_ns);
}

/* With its stack where the layout says. */
static __attribute__((noinline)) bool run_in_layout(struct bench *bench,
                                                    const struct command *command,
                                                    struct arena_rank *slot, uint64_t *starts,
                                                    struct arena_stamp *stamps)
{
    volatile char *above =
        __builtin_alloca(layout_stack(command->layout, __builtin_frame_address(0)) + 1);

    *above = 0; /* the compiler must not omit it */
    const bool good = bench_run(bench, command, slot, starts, stamps);

    return good && *above == 0;
}

static void serve_commands(const struct worker *worker, const struct team *team,
                           const struct arena *arena, int notify)
{
    struct arena_team *home = arena_team(arena, worker->team);
    struct arena_rank *slot = arena_rank(arena, worker->team, team->rank);
    struct arena_stamp *stamps = arena_stamps(arena, worker->team, team->rank);
    struct common_start *sync = mapping_take(sizeof *sync, LAYOUT_APART);
    struct bench *bench = bench_open(team, &sync->sync);
    uint64_t *unused = malloc(ARENA_STAMPS_ALL * sizeof *unused);
    uint32_t sequence = 0;
    int compared_on = -1;

    *sync = common_start_of(&home->meetings[0], team->rank);
    report_rank(team, home, slot);
    report_done(home, notify, worker->team);
    for (;;) {
        sequence = arena_await(home, sequence);
        const struct command command = home->command;

        if (command.quit)
            break;
        begin_account(bench, slot);
        common_start_move(sync, &home->meetings[command.layout % ARENA_MEETINGS], command.lead_ns);
        /* The agreed starts are the same on all ranks; rank 0 records them. */
        uint64_t *const starts = team->rank == ROOT ? home->starts : unused;

        slot->handover_before_ns =
            measure_handover(command.handovers & HANDOVERS_BEFORE, bench, sync, arena, slot);
        bench_spend(bench, SPENT_HANDOVERS);
        if (command.counters[0])
            markers_run(bench, &sync->sync, team, &command, slot, starts, stamps);
        else if (run_in_layout(bench, &command, slot, starts, stamps))
            compare_clocks(sync, home, slot, &compared_on);
        bench_spend(bench, SPENT_CLOCKS);
        slot->lead_ns = sync->lead;
        slot->handover_after_ns =
            measure_handover(command.handovers & HANDOVERS_AFTER, bench, sync, arena, slot);
        bench_spend(bench, SPENT_HANDOVERS);
        slot->ended_ns = bench->since;
        report_done(home, notify, worker->team);
    }
    bench_close(bench);
    markers_close(team);
    mapping_return(sync, sizeof *sync);
    free(unused);
}

/* Ends the whole worker, including ranks that wait for this one. */
static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "comops: %s\n", why);
    exit(EXIT_FAILURE);
}

int worker_serve(const struct worker *worker, const struct team *team)
{
    struct arena arena;
    char why[ARENA_TEXT];

    if (worker->batch)
        return batch_run(worker->batch, team);

    prctl(PR_SET_PDEATHSIG, SIGKILL); /* never outlive the front end or the launcher */
    const int notify = open(worker->notify, O_WRONLY | O_CLOEXEC);

    if (notify < 0 || !arena_open(&arena, worker->arena))
        give_up("cannot reach the front end's arena");
    const int wanted = (int)arena_team(&arena, worker->team)->ranks;

    if (wanted != team->ranks) {
        snprintf(why, sizeof why, "%d of %d ranks were started", team->ranks, wanted);
        give_up(why);
    }
    if ((team->rank == ROOT || !team->shares_memory) && !bind_open(why, sizeof why))
        give_up(why);
    team->meet(); /* the topology is loaded before any rank binds */
    serve_commands(worker, team, &arena, notify);
    team->meet();
    close(notify);
    arena_close(&arena);
    return EXIT_SUCCESS;
}
