/* SPDX-License-Identifier: BSD-3-Clause */
/* What implementations declare (copies, crossings, lines, waits) against what they do. Ranks are
 * fibres whose memory is watched (counts.c); MPI and OpenSHMEM are stand-ins for what they are used
 * for here. */
#include "comops/contract/registry.h"
#include "tests/declared/counted.h"
#include "tests/declared/formula.h"
#include "tests/declared/team.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <math.h>
#include <string.h>

/* Runs, of which the first ones bring every line to where it is at the beginning of a run. Fewer
 * than a ring has slots: what is looked at once in so many runs is no part of an operation. */
enum { RUNS = 7, WARM = 2, LONG = 4096 };

/* Ranks on one cache and in one package. */
struct seats {
    int on_cache, in_package;
};

static const struct implementation *implementation;
static struct job jobs[TEAM_MOST];
static struct job *peers[TEAM_MOST];
static struct chain longest;
static struct calls total;
static int copies, crossings, uses_wrong;
static bool used; /* each rank uses what it receives */

/* Each rank in turn comes late, so that who is first where order is free changes. */
static void measure(struct job *job, int run)
{
    counts_fill(job->send, job->pattern->send_bytes(job));
    team_meet();
    if (job->rank == 0) {
        counts_begin();
        calls_begin();
        messages_begin();
        locks_begin();
    }
    team_meet();
    if (run % job->ranks == job->rank)
        team_last();
    implementation->run(job);
    const struct chain chain = counts_chain();
    const int uses = counts_uses();
    const struct calls calls = calls_so_far();

    if (implementation->complete)
        implementation->complete(job);
    if (used && !job->use_bytes)
        data_use(job->recv, job->pattern->recv_bytes(job));
    team_meet();
    uses_wrong += uses != (job->use_bytes > 0);
    if (run == RUNS) {
        total.messages += calls.messages;
        total.fences += calls.fences;
    }
    if (run > WARM) {
        crossings = counts_crossings();
        const int here = counts_copies(job->recv, job->pattern->recv_bytes(job));

        longest.lines = chain.lines > longest.lines ? chain.lines : longest.lines;
        longest.waits = chain.waits > longest.waits ? chain.waits : longest.waits;
        copies = here > copies ? here : copies;
    }
}

/* The longest of all ranks: buffers are at the same place in each one's memory. */
static size_t buffer_bytes(size_t bytes_of(const struct job *job))
{
    size_t most = 0;

    for (int rank = 0; rank < jobs[0].ranks; rank++)
        most = bytes_of(&jobs[rank]) > most ? bytes_of(&jobs[rank]) : most;
    return most;
}

static void live(int rank)
{
    struct job *job = &jobs[rank];

    job->send = team_memory(buffer_bytes(job->pattern->send_bytes));
    job->recv = team_memory(buffer_bytes(job->pattern->recv_bytes));
    if (rank == 0 && implementation->temporary_bytes)
        job->temporary = aligned_alloc(4096, implementation->temporary_bytes(job));
    team_meet();
    job->temporary = jobs[0].temporary;
    if (implementation->setup && !implementation->setup(job))
        abort();
    team_meet();
    for (int run = 1; run <= RUNS; run++)
        measure(job, run);
    if (implementation->teardown)
        implementation->teardown(job);
}

static void run_ranks_on(struct seats seats, int ranks, size_t bytes)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);

    longest = (struct chain){0};
    total = (struct calls){0};
    copies = uses_wrong = 0;
    counts_open();
    for (int rank = 0; rank < ranks; rank++) {
        jobs[rank] = (struct job){.pattern = pattern,
                                  .rank = rank,
                                  .ranks = ranks,
                                  .bytes = pattern->unit ? bytes : 0,
                                  .cache = rank / seats.on_cache,
                                  .package = rank / seats.in_package,
                                  .peers = peers};
        /* A volume of one message; the first partner. */
        jobs[rank].series = pattern->size ? bytes : pattern->series ? pattern->series(ranks, 0) : 0;
        if (used && pattern->answers && rank != ROOT)
            jobs[rank].use_bytes = pattern->recv_bytes(&jobs[rank]);
        peers[rank] = &jobs[rank];
    }
    team_run(ranks, live);
}

static void run_ranks(int ranks, size_t bytes)
{
    run_ranks_on((struct seats){TEAM_MOST, TEAM_MOST}, ranks, bytes);
}

/* Not much more than what is found, if it is a bound. */
static bool agrees(const char *formula, double declared, double found, bool fewer)
{
    if (strncmp(formula, FORMULA_BOUND, strlen(FORMULA_BOUND)) == 0)
        return found <= declared && declared < 3 * found;
    return fewer ? found <= declared : found == declared;
}

/* The formulas with log2 P hold for powers of two. Among more than two ranks several slices of 8
 * bytes may share a line, which is then brought for all of them: fewer `lines`. */
static void check_of(const char *what, const char *formula, struct variables of, int found)
{
    const int ranks = of.ranks;
    const int messages = registry_pattern(implementation->pattern)->messages;
    const bool fewer = ranks > 2 && strcmp(what, "lines") == 0;
    double declared;

    if (formula && strstr(formula, "log2") && (ranks & (ranks - 1)))
        return;
    const bool good = formula && formula_value(formula, of, &declared) &&
                      agrees(formula, declared * messages, found, fewer);

    CHECK(good);
    if (!good)
        printf("# %s/%s/%s, %d ranks: %s are %g, declared %s\n", implementation->path,
               implementation->protocol, implementation->pattern, ranks, what,
               (double)found / messages, formula ? formula : "nothing");
}

/* All ranks are one group. */
static void check(const char *what, const char *formula, int ranks, int found)
{
    check_of(what, formula, (struct variables){ranks, ranks, 1}, found);
}

/* Not told by counting: a rank that takes a lock to see whether it is its turn may be given it any
 * number of times, and one that looks at a flag only now and then passes over numbers. */
static bool counted(void)
{
    return strcmp(implementation->protocol, "lock") != 0 &&
           !(strcmp(implementation->protocol, "shared") == 0 &&
             strcmp(implementation->pattern, "bidirectional") == 0);
}

/* Plain loads are not counted, and a sum is no copy. */
static bool only_reads(void)
{
    return strcmp(implementation->pattern, "remote_read") == 0;
}

/* MPI's messages and windows move the data; of OpenSHMEM's memory only the flags are not ours. */
static bool memory_is_ours(void)
{
    return strcmp(implementation->path, "mpi") != 0 ||
           strcmp(implementation->protocol, "shared") == 0;
}

/* Parts of a line, where slices of a vector are no multiple of one, count as whole. */
static void check_crossing(const char *formula, int ranks)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);
    const double bytes = pattern->rate_bytes(&jobs[0]) * pattern->messages;
    const int found = (int)ceil(crossings * (double)CACHE_LINE / bytes);

    check(used ? "crossings_used" : "crossings", formula, ranks, found * pattern->messages);
}

/* The last run's crossings, and those of runs in which every rank uses what it receives; each that
 * answers then does so once before it answers. */
static void check_crossings(int ranks)
{
    const char *formula = implementation->crossings, *of_used = implementation->crossings_used;

    CHECK(!uses_wrong);
    if (formula)
        check_crossing(formula, ranks);
    used = true;
    run_ranks(ranks, LONG);
    CHECK(!uses_wrong);
    if (formula)
        check_crossing(of_used ? of_used : formula, ranks);
    used = false;
}

/* The slices of 8 bytes of many ranks fill several lines. */
static bool slices_exceed_a_line(int ranks)
{
    const struct pattern *pattern = jobs[0].pattern;

    return ranks > 8 && (buffer_bytes(pattern->send_bytes) > CACHE_LINE ||
                         buffer_bytes(pattern->recv_bytes) > CACHE_LINE);
}

static void what_is_declared_is_what_is_done(void)
{
    static const int counts[] = {2, 3, 4, 8, TEAM_MOST};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const int ranks = counts[i];

        run_ranks(ranks, 8);
        if (slices_exceed_a_line(ranks))
            continue;
        if (counted())
            check("waits", implementation->waits, ranks, longest.waits);
        if (only_reads())
            continue;
        if (counted() && memory_is_ours() && strcmp(implementation->path, "shmem") != 0)
            check("lines", implementation->lines, ranks, longest.lines);
        if (!memory_is_ours())
            continue;
        run_ranks(ranks, LONG);
        check("copies", implementation->copies, ranks,
              copies * registry_pattern(implementation->pattern)->messages);
        check_crossings(ranks);
    }
}

/* G and L of 16 ranks on these caches and in these packages. */
TEST(ranks_on_several_caches_wait_in_groups)
{
    static const struct {
        struct seats seats;
        struct variables of;
    } cases[] = {{{16, 16}, {16, 16, 1}}, /* one group */
                 {{4, 16}, {16, 4 + 4, 2}},
                 {{2, 16}, {16, 2 + 8, 2}},
                 {{4, 8}, {16, 4 + 2 + 2, 3}},
                 {{2, 8}, {16, 2 + 4 + 2, 3}}};
    int count, grouped = 0;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        implementation = all[i];
        if (!implementation->waits || !strpbrk(implementation->waits, "GL"))
            continue;
        grouped++;
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            run_ranks_on(cases[j].seats, cases[j].of.ranks, 8);
            check_of("waits", implementation->waits, cases[j].of, longest.waits);
            check_of("lines", implementation->lines, cases[j].of, longest.lines);
        }
    }
    CHECK(grouped >= 6);
}

/* Of 4 ranks together; the chain of waits. Each operation as printed follows the one that makes
 * repetitions safe within the time. */
static const struct {
    const char *path, *protocol, *pattern;
    int messages, fences, waits;
} inside[] = {
    {"shmem", "get", "shift", 8, 8, 2},
    {"shmem", "get", "shift_printed", 0, 0, 0},
    {"shmem", "get", "naive_broadcast", 6, 6, 4},
    {"shmem", "get", "naive_broadcast_printed", 0, 0, 0},
    {"shmem", "get", "alltoall", 24, 24, 6},
    {"shmem", "get", "alltoall_printed", 0, 0, 0},
    {"shmem", "get", "distant_get", 0, 0, 0},
    {"shmem", "put", "tree_broadcast", 6, 6, 4},
    {"shmem", "put", "tree_broadcast_printed", 2, 2, 2},
    {"shmem", "put", "put_acknowledged", 3, 3, 3},
    {"shmem", "put", "put_acknowledged_printed", 2, 2, 2},
    {"shmem", "put_spin", "put_acknowledged_printed", 2, 2, 2},
    {"threads", "get", "shift", 8, 8, 2},
    {"threads", "get", "shift_printed", 0, 0, 0},
    {"threads", "get", "naive_broadcast_printed", 0, 0, 0},
    {"threads", "get", "alltoall_printed", 0, 0, 0},
    {"threads", "put", "tree_broadcast", 6, 6, 4},
    {"threads", "put", "tree_broadcast_printed", 2, 2, 2},
    {"threads", "put", "put_acknowledged_printed", 2, 1, 2},
    {"mpi", "get", "get", 0, 8, 2},
    {"mpi", "get", "distant_get", 0, 4, 1},
    {"mpi", "get", "shift", 0, 8, 2},
    {"mpi", "get", "shift_printed", 0, 4, 1},
    {"mpi", "get", "naive_broadcast", 0, 8, 2},
    {"mpi", "get", "naive_broadcast_printed", 0, 4, 1},
    {"mpi", "get", "alltoall", 0, 8, 2},
    {"mpi", "get", "alltoall_printed", 0, 4, 1},
    {"mpi", "get", "tree_broadcast", 0, 12, 3},
    {"mpi", "flush", "tree_broadcast_printed", 3, 0, 4},
};

static const struct implementation *named(const char *path, const char *protocol,
                                          const char *pattern)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(all[i]->path, path) && !strcmp(all[i]->protocol, protocol) &&
            !strcmp(all[i]->pattern, pattern))
            return all[i];
    abort();
}

TEST(nothing_but_what_is_printed_is_inside_the_time)
{
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        implementation = named(inside[i].path, inside[i].protocol, inside[i].pattern);
        run_ranks(4, 8);
        const bool good = total.messages == inside[i].messages &&
                          total.fences == inside[i].fences && longest.waits == inside[i].waits;

        CHECK(good);
        if (!good)
            printf("# %s/%s/%s: %d messages, %d fences, %d waits\n", inside[i].path,
                   inside[i].protocol, inside[i].pattern, total.messages, total.fences,
                   longest.waits);
    }
}

TEST(a_formula_says_what_it_says)
{
    static const struct {
        const char *text;
        double value; /* with 5 ranks */
    } right[] = {{"0", 0},
                 {"1.5", 1.5},
                 {"P", 5},
                 {"P-1", 4},
                 {"log2 P", 3},
                 {"2(P-1)", 8},
                 {"2 log2 P", 6},
                 {"P + 1", 6},
                 {"2(P-1) + 1", 9},
                 {"3 + log2 P", 6},
                 {"P-1 + log2 P", 7},
                 {"3 log2 P - 1", 8},
                 {"3, 2 with 2 ranks", 3},
                 {"1 - P", -4},
                 {"at most 3 log2 P + 2", 11},
                 {"G", 7},
                 {"G - L", 4},
                 {"5 L + 1", 16}};
    static const char *const wrong[] = {"",          "P-2",     "2P",
                                        "(P-1)",     "1 +",     "+ 1",
                                        "2  log2 P", "log2P",   "p",
                                        "-1",        "1,5",     "two",
                                        "1+1",       "2 (P-1)", "2(P-1) ",
                                        "1.",        "inf",     "1e3",
                                        "0x1",       "3, 2",    "3, 2 with 3 ranks",
                                        "1 -",       "5L",      "GL",
                                        "G-1",       "at most", "at most at most 1"};
    const struct variables five = {5, 7, 3}, two = {2, 2, 1};
    double value;

    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        CHECK(formula_value(right[i].text, five, &value) && value == right[i].value);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!formula_value(wrong[i], five, &value));
    CHECK(formula_value("3, 2 with 2 ranks", two, &value) && value == 2);
}

int main(void)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        char name[128];

        implementation = all[i];
        snprintf(name, sizeof name, "%s/%s/%s: what is declared is what is done",
                 implementation->path, implementation->protocol, implementation->pattern);
        tap_run(name, what_is_declared_is_what_is_done);
    }
    return tap_run_all();
}
