/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/trials.h"

#include "comops/arena/consumption.h"
#include "comops/launch/signals.h"
#include "comops/statistics/statistics.h"
#include "comops/text/text.h"
#include "comops/tuning/choice.h"
#include "comops/tuning/tuning_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each round is in another place: how fast a line travels depends on its address. */
enum { ROUNDS_POLL = 7, ROUNDS_LIMIT = 3, ROUNDS_LEAST = 3, STAMPS = 32, WARMUPS = 8 };

/* For a message as long as a core's cache; a trial of a longer one would take too long. */
enum { STAMPS_LONG = 2, LONG_MOST = 4 << 20 };

static const double seconds_most = 0.1; /* when the last pair begins */
static const double late_most = 0.1;    /* of the stamps, on a machine that is not busy */

/* Numbers of lines that are tried, up to the first at which the other way is slower. */
static const uint32_t steps[] = {2, 6, 10, 14, 20, 28, TUNING_LINES_MOST};
enum { STEPS = sizeof steps / sizeof *steps };

/* What a trial measures. */
struct scene {
    const char *pattern;
    size_t bytes;
    int rounds;
    uint32_t stamps, warmups;
};

/* From the common start to the end of the last rank, ns, of the middle half of the stamps. NAN if
 * all were late. */
static double stamps_mean(struct trials *trials, const struct worker_process *worker,
                          uint32_t stamps)
{
    double times[STAMPS];
    size_t count = 0;

    for (uint32_t stamp = 0; stamp < stamps; stamp++) {
        uint64_t last = 0;
        bool in_time = true;

        for (int rank = 0; rank < trials->group->ranks; rank++) {
            const uint64_t ended = worker_stamps(worker, rank)[stamp].ended;

            in_time = in_time && ended;
            last = ended > last ? ended : last;
        }
        if (in_time)
            times[count++] = (double)(last - worker_starts(worker)[stamp]);
    }
    trials->stamps += stamps;
    trials->late += stamps - count;
    return count ? statistics_interquartile_mean(times, count) : NAN;
}

/* ns of a run into new data that are then read. NAN, with no worker left, if it failed. */
static double block_time(struct trials *trials, const struct scene *scene,
                         const struct tuning *tuning)
{
    const struct group *group = trials->group;
    struct command command = {.protocol = "direct",
                              .bytes = scene->bytes,
                              .layout = trials->layout,
                              .bind_pages = group->memory->bound,
                              .rewrite = true,
                              .consume = CONSUME_TIMED,
                              .runs = 1,
                              .stamps = scene->stamps,
                              .lead_ns = MEETING_LEAD_FIRST,
                              .warmups = scene->warmups,
                              .checks = 1,
                              .repetition = trials->repetition,
                              .tuning = *tuning};
    char why[ARENA_TEXT];
    struct worker_process *worker =
        supervisor_worker(trials->supervisor, trials->path, group->ranks, false, why, sizeof why);

    snprintf(command.pattern, sizeof command.pattern, "%s", scene->pattern);
    trials->repetition += scene->stamps + 3;
    if (!worker || signals_seen() ||
        worker_process_command(worker, &command, group->placement->pus, group->memory->nodes, why,
                               sizeof why) != OUTCOME_DONE ||
        worker_error(worker))
        return NAN;
    return stamps_mean(trials, worker, scene->stamps);
}

static bool in_time(const struct trials *trials)
{
    return clock_since(trials->begin) < seconds_most && !signals_seen();
}

/* Time with the other values over time with these, in turns; NAN: unknown. */
static double compare(struct trials *trials, const struct scene *scene, const struct tuning *these,
                      const struct tuning *other)
{
    double ratios[ROUNDS_POLL];
    size_t count = 0;

    for (int round = 0; round < scene->rounds && in_time(trials); round++) {
        const bool first = round % 2;
        const double one = block_time(trials, scene, first ? these : other),
                     two = block_time(trials, scene, first ? other : these);

        trials->layout++;
        if (!isnan(one) && !isnan(two))
            ratios[count++] = first ? two / one : one / two;
    }
    return count >= ROUNDS_LEAST ? statistics_median(ratios, count) : NAN;
}

static void note(struct trials *trials, const char *trial, const char *way, double ratio)
{
    json_t *ratios = json_object_get(trials->ratios, trial);

    if (!ratios) {
        ratios = json_object();
        json_object_set_new(trials->ratios, trial, ratios);
    }
    json_object_set_new(ratios, way, isnan(ratio) ? json_null() : json_real(ratio));
}

static uint32_t *field_of(struct tuning *tuning, size_t field)
{
    return (uint32_t *)((char *)tuning + field);
}

/* Finds the best way to poll. */
static void try_polls(struct trials *trials, const char *name, const char *pattern, size_t field)
{
    const struct scene scene = {pattern, 8, ROUNDS_POLL, STAMPS, WARMUPS};
    double ratios[POLL_EVENT];
    const int count = HAS_EVENTS ? POLL_EVENT : POLL_NOTHING;

    for (int way = 1; way <= count; way++) {
        struct tuning other = trials->best;

        *field_of(&other, field) = (uint32_t)way;
        ratios[way - 1] = compare(trials, &scene, &trials->best, &other);
        note(trials, name, tuning_poll_names[way], ratios[way - 1]);
    }
    *field_of(&trials->best, field) = (uint32_t)choice_fastest(ratios, count);
}

/* Finds the number of lines up to which a message gains from what this field limits. */
static void try_limit(struct trials *trials, const char *name, const char *pattern, size_t field)
{
    struct tuning with = trials->best, without = trials->best;
    uint32_t *const limit = field_of(&trials->best, field);
    const uint32_t fixed = *limit;
    double ratios[STEPS];
    int count = 0;

    *field_of(&with, field) = TUNING_LINES_MOST;
    *field_of(&without, field) = 0;
    for (bool ended = false; count < STEPS && !ended; count++) {
        const struct scene scene = {pattern, (size_t)steps[count] * TUNING_PAYLOAD, ROUNDS_LIMIT,
                                    STAMPS, WARMUPS};
        char way[16];

        snprintf(way, sizeof way, "%u", (unsigned)steps[count]);
        ratios[count] = compare(trials, &scene, &without, &with);
        note(trials, name, way, ratios[count]);
        ended =
            isnan(ratios[count]) || choice_limit(steps, ratios, count + 1, fixed) != steps[count];
    }
    *limit = choice_limit(steps, ratios, count, fixed);
}

/* Whether it is faster if both ends copy a message that exceeds the receiver's own cache, which
 * then no longer holds what is read beside what is written. */
static void try_both_copy(struct trials *trials)
{
    const struct scene scene = {"pingpong", trials->core_cache, ROUNDS_LIMIT, STAMPS_LONG, 1};
    struct tuning both = trials->best;
    double ratio;

    if (trials->core_cache == 0 || trials->core_cache > LONG_MOST)
        return;
    both.both_copy_from = (uint32_t)trials->core_cache / 2 + 1;
    ratio = compare(trials, &scene, &trials->best, &both);
    note(trials, "both_copy_from", "both", ratio);
    if (choice_fastest(&ratio, 1))
        trials->best = both;
}

bool trials_take(struct trials *trials)
{
    trials->begin = clock_now();
    trials->repetition = 1;
    trials->ratios = json_object();
    trials->best = tuning_fixed;
    trials->best.known = true;
    try_polls(trials, "poll_turns", "pingpong", offsetof(struct tuning, poll_turns));
    try_polls(trials, "poll_lines", "broadcast", offsetof(struct tuning, poll_lines));
    try_limit(trials, "small_lines", "pingpong", offsetof(struct tuning, small_lines));
    try_limit(trials, "prefetched_lines", "broadcast", offsetof(struct tuning, prefetched_lines));
    try_both_copy(trials);
    text_detail("trials took %.0f ms", clock_since(trials->begin) * 1e3);
    return in_time(trials) && (double)trials->late <= late_most * (double)trials->stamps;
}
