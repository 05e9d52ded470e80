/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/worker.h"

#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/worker/batch_cell.h"
#include "comops/ranks/worker/bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = ARENA_STAMPS };

/* Synchronization of a rank without an arena: everything through the team's own runtime. */
struct team_synchronization {
    struct synchronization sync;
    const struct team *team;
};

static const struct team *team_of(struct synchronization *sync)
{
    return ((struct team_synchronization *)sync)->team;
}

static void team_meet(struct synchronization *sync)
{
    team_of(sync)->meet();
}

static bool team_agree(struct synchronization *sync, bool mine)
{
    return bench_agree(team_of(sync), mine);
}

static uint64_t team_now(struct synchronization *sync)
{
    return (uint64_t)(team_of(sync)->now() * 1e9);
}

/* Without shared memory there is no common start: each rank's own, after meeting. */
static bool team_start(struct synchronization *sync, uint64_t *start)
{
    team_meet(sync);
    *start = team_now(sync);
    return true;
}

/* A line may name an implementation of another path, or none: not for this worker. */
static const char *refusal(const struct command *command, const struct job *job)
{
    if (!job->pattern || !registry_implementation(NULL, command->protocol, command->pattern))
        return "no such implementation in this worker";
    if (job->pattern->isolated && command->runs > 1)
        return "this pattern is never run in a loop: repeats must be 1";
    return pattern_refusal(job);
}

/* Microseconds from the first rank's start to the last one's end, for each sample; called by all
 * ranks, with the same result on all. The caller frees. */
static double *gather_samples(const struct team *team, const struct command *command,
                              const uint64_t *starts, const struct arena_stamp *stamps)
{
    const double messages = registry_pattern(command->pattern)->messages;
    double *samples = memory_or_die(calloc(command->stamps, sizeof *samples));

    for (uint32_t i = 0; i < command->stamps; i++) {
        double *start = bench_gather(team, (double)starts[i]);
        double *end = bench_gather(team, (double)stamps[i].ended);
        double first = INFINITY, last = 0;

        for (int rank = 0; rank < team->ranks; rank++) {
            first = fmin(first, start[rank]);
            last = fmax(last, end[rank]);
        }
        samples[i] = (last - first) / command->runs / messages / 1e3;
        free(start);
        free(end);
    }
    return samples;
}

/* `pus`: of each rank, -1 if unknown; `samples`: NULL if there are none. */
static void print_cell(const struct words *words, const struct job *job, const double *samples,
                       uint32_t count, const double *pus, const char *error)
{
    struct json json = {.out = stdout};

    batch_cell_begin(&json, words);
    json_begin_array(&json, "samples_us");
    for (uint32_t i = 0; samples && i < count; i++)
        json_add_number(&json, NULL, samples[i]);
    json_end(&json, ']');
    json_begin_array(&json, "pus");
    for (int rank = 0; rank < job->ranks; rank++)
        json_add_number(&json, NULL, pus[rank] < 0 ? NAN : pus[rank]);
    json_end(&json, ']');
    batch_cell_end(&json, job, error);
}

static bool run_cell(const struct team *team, struct bench *bench, const struct command *command,
                     const struct words *words)
{
    const struct job job = {.pattern = registry_pattern(command->pattern),
                            .ranks = team->ranks,
                            .bytes = command->bytes,
                            .series = command->series,
                            .reduction = command->reduction};
    struct arena_rank slot = {.pu_wanted = -1, .node_wanted = -1, .pu_seen = -1};
    uint64_t *starts = memory_or_die(calloc(SAMPLES_MOST, sizeof *starts));
    struct arena_stamp *stamps = memory_or_die(calloc(SAMPLES_MOST, sizeof *stamps));
    const char *why = refusal(command, &job);

    if (why)
        snprintf(slot.error, sizeof slot.error, "%s", why);
    const bool good = !why && bench_run(bench, command, &slot, starts, stamps);

    if (slot.error[0])
        fprintf(stderr, "comops: %s over %s/%s, %zu bytes: %s\n", command->pattern, team->path,
                command->protocol, job.bytes, slot.error);
    team->meet();
    double *samples = good ? gather_samples(team, command, starts, stamps) : NULL;
    double *pus = bench_gather(team, slot.pu_seen);

    if (team->rank == ROOT && job.pattern)
        print_cell(words, &job, samples, command->stamps, pus,
                   good            ? NULL
                   : slot.error[0] ? slot.error
                                   : "wrong on another rank, see standard error");
    free(samples);
    free(pus);
    free(starts);
    free(stamps);
    return good;
}

static bool run_line(const struct team *team, struct bench *bench, const char *line)
{
    struct words words;
    struct command command;
    const bool parsed = words_parse(&words, line) && batch_cell_parse(&words, &command);

    if (!parsed && team->rank == ROOT)
        text_say("not a cell: %.*s", (int)strcspn(line, "\n"), line);
    return parsed && run_cell(team, bench, &command, &words);
}

int batch_run(const char *file, const struct team *team)
{
    FILE *cells = fopen(file, "r");
    struct team_synchronization sync = {.sync = {team_meet, team_agree, team_start, team_now, 0},
                                        .team = team};
    struct bench *bench = bench_open(team, &sync.sync);
    char line[WORDS_LINE_MOST];
    bool good = cells;

    if (!cells && team->rank == ROOT)
        fprintf(stderr, "comops: cannot read %s\n", file);
    while (cells && fgets(line, sizeof line, cells))
        if (line[0] != '\n' && line[0] != '#')
            good = run_line(team, bench, line) && good;
    bench_close(bench);
    if (cells)
        fclose(cells);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
