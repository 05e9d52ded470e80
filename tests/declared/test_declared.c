/* SPDX-License-Identifier: BSD-3-Clause */
/* What implementations declare (copies, crossings, lines, waits) against what they do. Ranks are
 * fibres whose memory is watched (counts.c); MPI and OpenSHMEM are stand-ins for what they are used
 * for here. */
#include "comops/contract/registry.h"
#include "tests/declared/formula.h"
#include "tests/declared/measured.h"
#include "tests/declared/team.h"
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include <math.h>
#include <string.h>

enum { LONG = 4096 };

static const struct implementation *implementation;

static struct measured measure_bytes(int ranks, size_t bytes)
{
    return measure(implementation, (struct setting){.ranks = ranks, .bytes = bytes});
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

static bool exists_for(int ranks)
{
    const struct pattern *pattern = registry_pattern(implementation->pattern);
    const struct job job = {.pattern = pattern, .ranks = ranks};

    return !pattern->refusal || !pattern->refusal(&job);
}

static bool is(const char *protocol, const char *pattern)
{
    return strcmp(implementation->protocol, protocol) == 0 &&
           strcmp(implementation->pattern, pattern) == 0;
}

/* Not told by counting: a rank that takes a lock to see whether it is its turn may be given it any
 * number of times, and one that looks at a flag only now and then passes over numbers. */
static bool counted(void)
{
    return strcmp(implementation->protocol, "lock") != 0 && !is("shared", "bidirectional") &&
           !is("direct", "mutual_exclusion");
}

/* Plain loads are not counted, and a sum is no copy. */
static bool only_reads(void)
{
    return strcmp(implementation->pattern, "remote_read") == 0;
}

/* Nor are those of a clause of OpenMP's. */
static bool merges_in_place(void)
{
    return is("library", "reduce") || is("library", "allreduce");
}

/* MPI's messages and windows move the data; of OpenSHMEM's memory only the flags are not ours. */
static bool memory_is_ours(void)
{
    return strcmp(implementation->path, "mpi") != 0 ||
           strcmp(implementation->protocol, "shared") == 0;
}

/* Parts of a line, where slices of a vector are no multiple of one, count as whole. */
static void check_crossing(const char *what, const char *formula, int ranks,
                           const struct measured *found)
{
    const int messages = registry_pattern(implementation->pattern)->messages;
    const double lines = found->crossings * (double)CACHE_LINE;

    check(what, formula, ranks, messages * (int)ceil(lines / (found->rate_bytes * messages)));
}

/* Runs in which nobody uses what it receives, and others in which every rank does; each that
 * answers then does so once before it answers. */
static void check_crossings(int ranks, const struct measured *unused)
{
    const char *formula = implementation->crossings, *of_used = implementation->crossings_used;
    const struct measured used =
        measure(implementation, (struct setting){.ranks = ranks, .bytes = LONG, .used = true});

    CHECK(unused->uses_right && used.uses_right);
    if (!formula)
        return;
    check_crossing("crossings", formula, ranks, unused);
    check_crossing("crossings_used", of_used ? of_used : formula, ranks, &used);
}

/* The slices of 8 bytes of many ranks fill several lines. */
static bool slices_exceed_a_line(int ranks, const struct measured *found)
{
    return ranks > 8 && found->buffer > CACHE_LINE;
}

static void check_ranks(int ranks)
{
    const struct measured brief = measure_bytes(ranks, 8);

    if (slices_exceed_a_line(ranks, &brief))
        return;
    if (counted())
        check("waits", implementation->waits, ranks, brief.longest.waits);
    if (only_reads())
        return;
    if (counted() && !merges_in_place() && memory_is_ours() &&
        strcmp(implementation->path, "shmem") != 0)
        check("lines", implementation->lines, ranks, brief.longest.lines);
    if (!memory_is_ours())
        return;
    const struct measured found = measure_bytes(ranks, LONG);

    check("copies", implementation->copies, ranks,
          found.copies * registry_pattern(implementation->pattern)->messages);
    if (implementation->crossings || registry_pattern(implementation->pattern)->answers)
        check_crossings(ranks, &found);
}

static void what_is_declared_is_what_is_done(void)
{
    static const int counts[] = {2, 3, 4, 8, 16};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (exists_for(counts[i]))
            check_ranks(counts[i]);
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
        /* Flat with so few ranks. */
        const bool flat = strcmp(implementation->pattern, "gather") == 0;

        grouped++;
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            const struct measured found = measure(
                implementation,
                (struct setting){.ranks = cases[j].of.ranks, .bytes = 8, .seats = cases[j].seats});

            const struct variables of = {cases[j].of.ranks, found.grouped, found.levels};

            check_of("waits", implementation->waits, of, found.longest.waits);
            check_of("lines", implementation->lines, of, found.longest.lines);
            CHECK(flat || found.levels == cases[j].of.levels);
            CHECK(flat || found.grouped == cases[j].of.grouped);
        }
    }
    CHECK(grouped >= 6);
}

/* Leaders pack slices into lines, so that fewer come to the root. */
TEST(a_gather_from_several_packages_waits_for_each_line)
{
    static const struct {
        struct seats seats;
        size_t bytes;
        int lines; /* from the root's cache, from other caches, from other packages */
    } cases[] = {{{16, 16}, 8, 15 + 3},
                 {{8, 16}, 8, 7 + 2 + 3},
                 {{8, 16}, 24, 7 + 4 + 7},
                 {{4, 8}, 8, 3 + 1 + 3 * 2}};
    int count, gathers = 0;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        implementation = all[i];
        if (!is("direct", "gather"))
            continue;
        gathers++;
        for (size_t j = 0; j < sizeof cases / sizeof *cases; j++) {
            const struct measured found =
                measure(implementation, (struct setting){.ranks = TEAM_MOST,
                                                         .bytes = cases[j].bytes,
                                                         .seats = cases[j].seats});
            const struct variables of = {TEAM_MOST, found.grouped, found.levels};

            check_of("waits", implementation->waits, of, found.longest.waits);
            check_of("lines", implementation->lines, of, found.longest.lines);
            CHECK(found.longest.lines == cases[j].lines);
        }
    }
    CHECK(gathers == 1);
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
