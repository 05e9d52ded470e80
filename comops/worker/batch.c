/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/batch.h"

#include "comops/contract/registry.h"
#include "comops/results/cell.h"
#include "comops/text/text.h"
#include "comops/worker/harness.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = ARENA_STAMPS, LINE_MOST = 4096 };

/* The gate of a rank without an arena: everything through the team's own runtime. */
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
    const struct team *team = team_of(sync);
    const double vote = mine;
    double *votes = memory_or_die(calloc((size_t)team->ranks, sizeof *votes));
    bool all = true;

    team->gather(&vote, votes);
    for (int rank = 0; rank < team->ranks; rank++)
        all = all && votes[rank] != 0;
    free(votes);
    return all;
}

static uint64_t team_now(struct synchronization *sync)
{
    return (uint64_t)(team_of(sync)->now() * 1e9);
}

/* Without shared words there is no agreed moment: each rank's own start, after meeting. */
static bool team_start(struct synchronization *sync, uint64_t *start)
{
    team_meet(sync);
    *start = team_now(sync);
    return true;
}

static bool parse_cell(const char *line, struct command *command)
{
    const char *pattern, *protocol, *buffers = "reuse", *op = "max", *datatype = "double";
    enum reduction reduction = MAX_DOUBLE;
    json_int_t bytes, series = 0, repeats = 1, samples = 10, checks = 0;
    json_t *cell = json_loads(line, 0, NULL);
    const bool good =
        json_unpack(cell, "{ss ss sI s?I s?s s?s s?s s?I s?I s?I}", "pattern", &pattern, "protocol",
                    &protocol, "bytes", &bytes, "series", &series, "op", &op, "datatype", &datatype,
                    "buffers", &buffers, "repeats", &repeats, "samples", &samples, "checks",
                    &checks) == 0 &&
        strlen(pattern) < ARENA_NAME && strlen(protocol) < ARENA_NAME && bytes >= 0 &&
        reduction_named(op, datatype, &reduction) && series >= 0 && repeats > 0 && samples > 0 &&
        samples <= SAMPLES_MOST && checks >= 0;

    if (good) {
        *command = (struct command){.bytes = (uint64_t)bytes,
                                    .series = (uint64_t)series,
                                    .reduction = reduction,
                                    .rewrite = strcmp(buffers, "rewrite") == 0,
                                    .runs = (uint32_t)repeats,
                                    .stamps = (uint32_t)samples,
                                    .warmups = 1,
                                    .checks = (uint32_t)checks};
        strcpy(command->pattern, pattern);
        strcpy(command->protocol, protocol);
    }
    json_decref(cell);
    return good;
}

/* A line may name cells of another path or of no pattern here; those are not for this worker. */
static const char *refusal(const struct command *command, const struct team *team)
{
    const struct pattern *pattern = registry_pattern(command->pattern);
    const struct job job = {.pattern = pattern,
                            .ranks = team->ranks,
                            .bytes = command->bytes,
                            .series = command->series,
                            .reduction = command->reduction};
    int index;

    if (!pattern || !registry_implementation(command->protocol, command->pattern, &index))
        return "no such implementation in this worker";
    if (pattern->isolated && command->runs > 1)
        return "this pattern is never run in a loop: repeats must be 1";
    return pattern_refusal(&job);
}

/* Last rank out minus first rank in, for each sample, on every rank. */
static void collect(const struct team *team, const struct command *command, const uint64_t *starts,
                    const uint64_t *ends, struct cell *cell)
{
    const double messages = registry_pattern(command->pattern)->messages;
    double *all = memory_or_die(calloc((size_t)team->ranks, sizeof *all));

    cell_begin_block(cell, 0);
    for (uint32_t i = 0; i < command->stamps; i++) {
        const double start = (double)starts[i], end = (double)ends[i];
        double first, last;

        team->gather(&start, all);
        first = all[0];
        for (int rank = 1; rank < team->ranks; rank++)
            first = all[rank] < first ? all[rank] : first;
        team->gather(&end, all);
        last = all[0];
        for (int rank = 1; rank < team->ranks; rank++)
            last = all[rank] > last ? all[rank] : last;
        cell_add_sample(cell, (last - first) / command->runs / messages / 1e3);
    }
    free(all);
}

static void print_record(const struct cell *cell)
{
    json_t *record = cell_record(cell, registry_pattern(cell->pattern));

    json_dumpf(record, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
    putchar('\n');
    fflush(stdout);
    json_decref(record);
}

/* The first rank's complaint is enough; every rank learns whether there was one. */
static void gather_errors(const struct team *team, const struct arena_rank *slot, struct cell *cell)
{
    if (slot->error[0])
        fprintf(stderr, "comops: %s over %s/%s, %zu bytes: %s\n", cell->pattern, cell->path,
                cell->protocol, cell->bytes, slot->error);
    team->meet();
    snprintf(cell->error, sizeof cell->error, "%s",
             slot->error[0] ? slot->error : "wrong on another rank, see standard error");
}

static bool run_cell(const struct team *team, struct bench *bench, const struct command *command)
{
    struct arena_rank slot = {.pu_wanted = -1, .node_wanted = -1};
    struct cell cell;
    uint64_t *stamps = memory_or_die(calloc(2 * SAMPLES_MOST, sizeof *stamps));
    const char *why = refusal(command, team);
    double pu, *pus = memory_or_die(calloc((size_t)team->ranks, sizeof *pus));

    cell_init(&cell, team->ranks);
    cell.pattern = command->pattern;
    cell.path = team->path;
    cell.protocol = command->protocol;
    cell.placement = "none";
    cell.buffers = command->rewrite ? "rewrite" : "reuse";
    cell.method = "batch";
    cell.mode = command->runs == 1 ? "isolated" : "loop";
    cell.bytes = command->bytes;
    cell.series = command->series;
    cell.reduction = command->reduction;
    if (registry_pattern(cell.pattern)) {
        cell.series_of = registry_pattern(cell.pattern)->series_of;
        cell.reduces = registry_pattern(cell.pattern)->reduces;
    }
    cell.runs = command->runs;
    cell.stamps_per_sample = 1;
    cell.stopped = "batch";
    clock_gettime(CLOCK_REALTIME, &cell.started);

    if (why)
        snprintf(slot.error, sizeof slot.error, "%s", why);
    if (!why && bench_run(bench, command, &slot, stamps, stamps + SAMPLES_MOST))
        collect(team, command, stamps, stamps + SAMPLES_MOST, &cell);
    else
        gather_errors(team, &slot, &cell);
    pu = slot.pu_seen;
    team->gather(&pu, pus);
    for (int rank = 0; rank < team->ranks; rank++)
        cell.pus[rank] = (int)pus[rank];
    if (team->rank == ROOT && registry_pattern(cell.pattern))
        print_record(&cell);
    const bool good = cell_valid(&cell);

    cell_free(&cell);
    free(stamps);
    free(pus);
    return good;
}

int batch_run(const char *file, const struct team *team)
{
    FILE *cells = fopen(file, "r");
    struct team_synchronization sync = {.sync = {team_meet, team_agree, team_start, team_now},
                                        .team = team};
    struct bench *bench = bench_open(team, &sync.sync);
    struct command command;
    char line[LINE_MOST];
    bool good = cells;

    if (!cells && team->rank == ROOT)
        fprintf(stderr, "comops: cannot read %s\n", file);
    while (cells && fgets(line, sizeof line, cells)) {
        if (line[0] == '\n' || line[0] == '#')
            continue;
        if (parse_cell(line, &command)) {
            good = run_cell(team, bench, &command) && good;
            continue;
        }
        if (team->rank == ROOT)
            fprintf(stderr, "comops: not a cell: %s", line);
        good = false;
    }
    bench_close(bench);
    if (cells)
        fclose(cells);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
