/* SPDX-License-Identifier: BSD-3-Clause */
/* test_implementations PROTOCOL [PATTERN=N...]: all implementations of a protocol over threads
 * under the model checker; `families` stands for all protocols of a family. N mutants of a pattern
 * of an extension's protocol are harmless. Runs follow each other without a barrier; each rank
 * rewrites its send buffer before a run, and checks and poisons its receive buffer between runs, so
 * that a late read or an early write by another rank is a race. In a barrier each rank first
 * records in a plain variable that it has begun, and then reads the records of the others. */
#include "comops/ranks/contract/registry.h"
#include "tests/model/model.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <string.h>

enum {
    EXECUTIONS_MOST = 600, /* of one number of runs */
    BUFFER_MOST = 8192,    /* bytes; larger ones take long and show nothing new */
    MESSAGES_MOST = 4,     /* of a volume: the checker remembers 256 stores to a flag */
    MUTANTS_MOST = 256
};

struct cell {
    int ranks;
    int on_cache, in_package; /* ranks on one cache, in one package; 0: all */
    bool both;                /* no rank copies a long message alone */
    size_t bytes, series;
    int runs;
};

/* Messages of one line, of three and of the most without trials; large ones, copied by the receiver
 * alone or by both; on several caches and packages. */
static const struct cell cells[] = {{.ranks = 2, .bytes = 8},
                                    {.ranks = 2, .bytes = 120},
                                    {.ranks = 2, .bytes = TUNING_LINES * TUNING_PAYLOAD},
                                    {.ranks = 2, .bytes = 1024},
                                    {.ranks = 2, .bytes = 1024, .both = true},
                                    {.ranks = 3, .bytes = 8},
                                    {.ranks = 3, .bytes = 1024},
                                    {.ranks = 3, .bytes = 1024, .both = true},
                                    {.ranks = 2, .bytes = 4096},
                                    {.ranks = 4, .bytes = 8},
                                    {.ranks = 4, .bytes = 1024},
                                    {.ranks = 4, .bytes = 1024, .both = true},
                                    {.ranks = 4, .bytes = 8, .on_cache = 2},
                                    {.ranks = 4, .bytes = 8, .on_cache = 1, .in_package = 2},
                                    {.ranks = 3, .bytes = 2048, .on_cache = 2},
                                    {.ranks = 4, .bytes = 2048, .on_cache = 1},
                                    {.ranks = 4, .bytes = 2048, .on_cache = 2}};
enum { CELLS = sizeof cells / sizeof *cells };

/* 23 runs reach past the first wait for free slots of a ring and the runs that it allows; 34 reach
 * past the third wait. */
static const int runs_tried[] = {1, 2, 3, 5, 9, 23, 34};
enum { TRIES = sizeof runs_tried / sizeof *runs_tried };

/* Mutants that are correct too, or whose fault the data cannot show. */
static const struct {
    const char *protocol, *pattern;
    int mutants;
    const char *reason;
} harmless[] = {
    {"binomial_tree", "broadcast", 1, "the half ring to come is free one run before that"},
    {"binomial_tree", "reduce", 1, "the half ring to come is free one run before that"},
    {"direct", "broadcast", 3,
     "the half ring to come is free one run before the sender asks; each rank's flag of halves "
     "counts in twos"},
    {"direct", "gather", 2, "the half rings to come are free one run before the sender asks"},
    {"direct", "reduce", 1, "the half ring to come is free one run before the sender asks"},
    {"direct", "scatter", 1, "the half ring to come is free one run before the sender asks"},
    {"direct", "shift", 4, "few ranks in a circle keep each other within the ring"},
    {"direct", "pingpong", 3, "a large answer waits for the message, but is not made of it"},
    {"direct", "distant", 3, "a large answer waits for the message, but is not made of it"},
    {"put", "bandwidth", 3, "the acknowledgement is waited for, but orders no data"},
    {"put", "message_rate", 3, "the acknowledgement is waited for, but orders no data"},
    {"put", "put_acknowledged", 3, "the acknowledgement is waited for, but orders no data"}};

static char **added_harmless; /* as on the command line */

/* Why there is nothing to check, or NULL. */
static const char *reason_to_skip(const struct implementation *with)
{
    if (!with->setup)
        return "it waits for nothing: its runs are apart";
    if (strcmp(with->pattern, "counter") == 0 || strcmp(with->pattern, "mutual_exclusion") == 0 ||
        strcmp(with->pattern, "single") == 0 || strcmp(with->pattern, "master_worker") == 0)
        return "it updates an atomic variable, which the checker does not model; suite tsan has it";
    if (registry_pattern(with->pattern)->isolated && registry_pattern(with->pattern)->synchronises)
        return "it ends in OpenMP's barrier, which the checker does not know; suite tsan has it";
    return NULL;
}

static const struct implementation *implementation;
static struct cell cell;
static struct job jobs[MODEL_RANKS_MOST];
static struct job *peers[MODEL_RANKS_MOST];
static uint64_t *begun[2]; /* in turn: a barrier separates a write from the reads before it */

/* What follows a run untimed, for runs as printed, is no part of what is checked. */
void GOMP_barrier(void);
void GOMP_barrier(void)
{
}

static void prepare(struct job *job, uint64_t run)
{
    job->pattern->fill(job, run);
    memset(job->recv, 0xA5, job->pattern->recv_bytes(job));
}

/* Sets up all ranks and prepares their first run: some patterns need a common start. */
static void start(void)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);
    struct tuning tuning = tuning_fixed;

    tuning.known = true;
    tuning.both_copy_from = cell.both;
    for (int i = 0; i < 2; i++)
        begun[i] = calloc(MODEL_RANKS_MOST, sizeof *begun[i]);
    for (int rank = 0; rank < cell.ranks; rank++) {
        struct job *job = &jobs[rank];

        *job = (struct job){.pattern = pattern,
                            .rank = rank,
                            .ranks = cell.ranks,
                            .bytes = cell.bytes,
                            .series = cell.series,
                            .variant = implementation->variant,
                            .cache = cell.on_cache ? rank / cell.on_cache : 0,
                            .package = cell.in_package ? rank / cell.in_package : 0,
                            .tuning = tuning,
                            .peers = peers};
        job->send = malloc(pattern->send_bytes(job));
        job->recv = malloc(pattern->recv_bytes(job));
        job->use_bytes = pattern->answers && rank != ROOT ? pattern->recv_bytes(job) : 0;
        peers[rank] = job;
    }
    for (int rank = 0; rank < cell.ranks; rank++) {
        if (!jobs[rank].send || !jobs[rank].recv || !implementation->setup(&jobs[rank]))
            abort();
        prepare(&jobs[rank], 1);
    }
}

static void order_check(const struct job *job, uint64_t run)
{
    for (int rank = 0; job->pattern->synchronises && rank < job->ranks; rank++)
        if (begun[run % 2][rank] != run)
            model_fail("rank %d ends run %d before rank %d begins it", job->rank, (int)run, rank);
}

static void live(int rank)
{
    struct job *job = &jobs[rank];
    const struct pattern *pattern = job->pattern;
    struct fault fault;

    for (uint64_t run = 1; run <= (uint64_t)cell.runs; run++) {
        if (run > 1)
            prepare(job, run);
        if (pattern->synchronises)
            begun[run % 2][rank] = run;
        implementation->run(job);
        if (implementation->complete)
            implementation->complete(job);
        order_check(job, run);
        if (!pattern->check(job, run, &fault))
            model_fail("rank %d has wrong data at byte %zu in run %d", rank, fault.offset,
                       (int)run);
    }
}

/* False if there is no such cell, or if it is too large. */
static bool cell_take(const struct cell *from)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);

    cell = *from;
    if (!pattern->unit)
        cell.bytes = 0;
    for (int i = 0; pattern->series && pattern->series(cell.ranks, i) != SERIES_END; i++)
        if (pattern->series(cell.ranks, i))               /* 0: rank 0 is its own partner */
            cell.series = pattern->series(cell.ranks, i); /* the last: of volumes the smallest */
    const struct job job = {
        .pattern = pattern, .ranks = cell.ranks, .bytes = cell.bytes, .series = cell.series};

    if (pattern->size && cell.series > MESSAGES_MOST * cell.bytes)
        return false;
    return !pattern_refusal(&job) && pattern->send_bytes(&job) <= BUFFER_MOST &&
           (pattern->unit || from->bytes == cells[0].bytes);
}

static struct verdict runs_explore(int runs)
{
    cell.runs = runs;
    return model_explore(cell.ranks, EXECUTIONS_MOST, start, live);
}

/* More and more runs, as long as all executions can be explored. */
static void cell_explore(void)
{
    const bool isolated = registry_pattern(implementation->pattern)->isolated;
    struct verdict whole = {.exhaustive = false}, verdict = {.exhaustive = true};
    int runs = 0;

    for (int try = 0; try < (isolated ? 1 : TRIES) && verdict.exhaustive; try++) {
        verdict = runs_explore(runs_tried[try]);
        if (verdict.exhaustive) {
            whole = verdict;
            runs = cell.runs;
        }
    }
    CHECK(whole.exhaustive && (isolated || runs > 1));
    CHECK(!verdict.fault[0]);
    printf("# %d ranks (%d on a cache, %d in a package; 0: all), %zu bytes%s: all %ju executions "
           "of %d runs",
           cell.ranks, cell.on_cache, cell.in_package, cell.bytes,
           cell.both ? ", copied by both" : "", (uintmax_t)whole.executions, runs);
    if (cell.runs > runs)
        printf(", and %ju of those of %d runs", (uintmax_t)verdict.executions, cell.runs);
    printf("%s%s\n", verdict.fault[0] ? ": " : "", verdict.fault);
}

static void every_execution_is_right(void)
{
    for (int i = 0; i < CELLS; i++)
        if (cell_take(&cells[i]))
            cell_explore();
}

/* Few runs of a large message, a ring's worth of a small one. */
static bool is_found(const struct mutant *mutant)
{
    bool found = false;

    model_mutate(mutant);
    for (int i = 0; i < CELLS && !found; i++)
        if (cell_take(&cells[i]))
            found = runs_explore(cell.bytes > 8 ? 2 : 23).fault[0];
    model_mutate(NULL);
    return found;
}

static void whatever_is_left_out_is_found(void)
{
    static struct mutant mutants[MUTANTS_MOST];
    static const char *const names[MUTATIONS] = {"relaxed", "unawaited", "hasty"};
    const int count = model_mutants(mutants, MUTANTS_MOST);
    const char *reason = "";
    int missed = 0, expected = 0;

    for (char **word = added_harmless; *word; word++) {
        const size_t length = strlen(implementation->pattern);

        if (strncmp(*word, implementation->pattern, length) == 0 && (*word)[length] == '=')
            expected = atoi(*word + length + 1);
    }
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (strcmp(harmless[i].protocol, implementation->protocol) == 0 &&
            strcmp(harmless[i].pattern, implementation->pattern) == 0) {
            expected = harmless[i].mutants;
            reason = harmless[i].reason;
        }
    for (int i = 0; i < count; i++)
        if (!is_found(&mutants[i])) {
            printf("# %s at %p is not found\n", names[mutants[i].mutation], mutants[i].site);
            missed++;
        }
    printf("# %d of %d mutants found, %d harmless %s\n", count - missed, count, expected, reason);
    CHECK(count > 0);
    CHECK(missed <= expected); /* fewer if the compiler merges several places */
}

int main(int argc, char **argv)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    if (argc < 2)
        return EXIT_FAILURE;
    added_harmless = argv + 2;
    printf("# for the places: addr2line -ipse %s ADDRESS\n", argv[0]);
    for (int i = 0; i < count; i++) {
        char name[80];

        implementation = all[i];
        if (strcmp(implementation->family ? "families" : implementation->protocol, argv[1]) != 0)
            continue;
        if (reason_to_skip(implementation)) {
            printf("# %s is left out: %s\n", implementation->pattern,
                   reason_to_skip(implementation));
            continue;
        }
        snprintf(name, sizeof name, "%s, %s: every execution is right", implementation->pattern,
                 implementation->protocol);
        tap_run(name, every_execution_is_right);
        snprintf(name, sizeof name, "%s, %s: whatever is left out is found",
                 implementation->pattern, implementation->protocol);
        tap_run(name, whatever_is_left_out_is_found);
    }
    return tap_done();
}
