/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts what docs/method.md defines, in the hooks of comops/ranks/watch. Each word carries how
 * often its bytes have been copied and how long the longest chain is that led to what is written
 * there (as the clocks of Lamport, "Time, clocks, and the ordering of events in a distributed
 * system", CACM 1978). A rank that looks at a flag sees its numbers one after the other, however
 * late it looks: so counts do not depend on who is faster. */
#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/team.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAP = 1 << 25, /* bytes of the heap that ranks may use */
    PLACES = HEAP + TEAM_MOST * TEAM_STACK,
    WORDS = 8, /* of a line */
    FLAGS = 1 << 14,
    HISTORY = 8
};

/* As it was in one run; in later ones there is none yet. */
struct dated_chain {
    int run;
    struct chain chain;
};

struct word {
    int copies;
    int flag; /* its place in flags; 0: it is none */
    struct dated_chain at;
};

struct flag {
    unsigned stores, looked[TEAM_MOST]; /* its numbers; how many of them a rank has seen */
    struct {
        uint64_t number;
        struct dated_chain at;
    } history[HISTORY];
};

struct line {
    int team; /* what follows, and its words, are of an earlier team if it is not this one */
    int writer;
    unsigned version, seen[TEAM_MOST];
};

/* Places of stacks follow those of the heap. */
static struct line lines[PLACES / 64];
static struct word words[PLACES / 8];
static struct flag flags[FLAGS];
static int flag_count;

static struct chain chains[TEAM_MOST];
static int team, run, crossings, uses[TEAM_MOST];

static int most(int a, int b)
{
    return a > b ? a : b;
}

static size_t place_of(const void *at)
{
    const int64_t place = watch_place(at);

    return place >= 0 && place < HEAP ? (size_t)place : HEAP + team_stack_offset(at);
}

static struct line *line_at(const void *at)
{
    const size_t number = place_of(at) / 64;
    struct line *line = &lines[number];

    if (line->team != team) {
        *line = (struct line){.team = team};
        memset(&words[number * WORDS], 0, WORDS * sizeof *words);
    }
    return line;
}

static struct word *word_at(const void *at)
{
    const struct line *line = line_at(at);

    return &words[(line - lines) * WORDS + (uintptr_t)at / 8 % WORDS];
}

static struct flag *flag_at(const void *at)
{
    struct word *word = word_at(at);

    if (!word->flag) {
        if (++flag_count == FLAGS)
            abort();
        word->flag = flag_count;
        flags[flag_count] = (struct flag){0};
    }
    return &flags[word->flag];
}

static struct chain chain_of(const struct dated_chain *at)
{
    return at->run == run ? at->chain : (struct chain){0};
}

static struct dated_chain chain_now(void)
{
    return (struct dated_chain){run, chains[watch_rank]};
}

/* True if this rank has to be sent the line: another has written it since this one last had it. */
static bool crosses(const struct line *line)
{
    return line->writer != watch_rank && line->version != line->seen[watch_rank];
}

/* A line that another rank has written since this one last read it has to be brought. */
static void line_read(const void *at, int lines_before)
{
    struct line *line = line_at(at);
    struct chain *mine = &chains[watch_rank];

    if (crosses(line))
        mine->lines = most(mine->lines, lines_before) + 1;
    line->seen[watch_rank] = line->version;
}

static void line_write(const void *at)
{
    struct line *line = line_at(at);

    line->writer = watch_rank;
    line->seen[watch_rank] = ++line->version;
    word_at(at)->at = chain_now();
}

/* ---- hooks: data -------------------------------------------------------------------------- */

void watched_copy(const void *to, const void *from, size_t bytes, const void *site)
{
    (void)site;
    calls_moved_between(team_owner(from), team_owner(to));
    for (size_t at = 0; at < bytes; at += 8) {
        const char *source = (const char *)from + at, *target = (const char *)to + at;
        const struct word *word = word_at(source);

        crossings += crosses(line_at(source)) + crosses(line_at(target));
        line_read(source, chain_of(&word->at).lines);
        line_write(target);
        word_at(target)->copies = word->copies + 1;
    }
}

void watched_copy_nontemporal(const void *to, const void *from, size_t bytes, const void *site)
{
    watched_copy(to, from, bytes, site);
}

void watched_use(const void *data, size_t bytes, const void *site)
{
    (void)site;
    for (size_t at = 0; at < bytes; at += 8) {
        struct line *line = line_at((const char *)data + at);

        crossings += crosses(line);
        line->seen[watch_rank] = line->version;
    }
    uses[watch_rank]++;
}

/* A merge moves what it takes from elsewhere, not what it finds in place. */
void watched_reduce(const void *into, const void *a, const void *b, size_t bytes, const void *site)
{
    (void)site;
    for (size_t i = 0; i < bytes; i += 8) {
        const char *from = (const char *)a + i, *also = (const char *)b + i;
        const char *target = (const char *)into + i;
        const struct word *one = word_at(from), *other = word_at(also);
        const int copies = most(one->copies + (a != into), other->copies + (b != into));

        if (from != target) /* which has it already where it merges in place */
            crossings += crosses(line_at(target));
        crossings += crosses(line_at(from)) + crosses(line_at(also));
        line_read(from, chain_of(&one->at).lines);
        line_read(also, chain_of(&other->at).lines);
        line_write(target);
        word_at(target)->copies = copies;
    }
}

/* ---- hooks: flags ------------------------------------------------------------------------- */

/* A rank has waited when it sees a number that another has stored since it last looked. */
uint64_t watched_load(const void *address, size_t bytes, int order, const void *site)
{
    struct flag *flag = flag_at(address);
    unsigned *looked = &flag->looked[watch_rank];
    const bool moved = *looked != flag->stores;

    (void)bytes, (void)order, (void)site;
    if (moved) {
        const struct chain before = chain_of(&flag->history[(*looked)++ % HISTORY].at);

        line_read(address, before.lines);
        chains[watch_rank].waits = most(chains[watch_rank].waits, before.waits) + 1;
        team_moved();
    }
    const uint64_t number = *looked ? flag->history[(*looked - 1) % HISTORY].number : 0;

    if (!moved)
        team_yield();
    return number;
}

void watched_store(void *address, uint64_t number, size_t bytes, int order, const void *site)
{
    struct flag *flag = flag_at(address);

    (void)bytes, (void)order, (void)site;
    calls_sent();
    line_write(address);
    flag->history[flag->stores % HISTORY].number = number;
    flag->history[flag->stores % HISTORY].at = chain_now();
    flag->looked[watch_rank] = ++flag->stores;
}

/* No rank waits, but all take the line in turn. The number before is the last one stored, or 0. */
uint64_t watched_update(void *address, enum watched_update update, uint64_t value,
                        uint64_t expected, size_t bytes, int order, const void *site)
{
    const struct flag *flag = flag_at(address);
    const uint64_t old = flag->history[(flag->stores - 1) % HISTORY].number;
    const struct chain before = chain_of(&flag->history[(flag->stores - 1) % HISTORY].at);
    struct chain *mine = &chains[watch_rank];

    line_read(address, before.lines);
    mine->waits = most(mine->waits, before.waits);
    watched_store(address, watch_updated(old, update, value, expected), bytes, order, site);
    return old;
}

void watched_fence(int order, const void *site)
{
    (void)order, (void)site;
    calls_fenced();
}

/* ---- hooks: not counted ------------------------------------------------------------------- */

void watched_read(const void *address, size_t bytes, const void *site)
{
    (void)address, (void)bytes, (void)site;
}

void watched_write(const void *address, size_t bytes, const void *site)
{
    (void)address, (void)bytes, (void)site;
}

void watched_pause(void)
{
}

void watched_prefetch_write(const void *address)
{
    (void)address;
}

void watched_flush(const void *address, size_t bytes)
{
    (void)address;
    (void)bytes;
}

/* ---- runs --------------------------------------------------------------------------------- */

/* For what another rank has done, whose chain this was then. */
void counts_polled(struct chain before)
{
    chains[watch_rank].lines = most(chains[watch_rank].lines, before.lines);
    chains[watch_rank].waits = most(chains[watch_rank].waits, before.waits) + 1;
}

void counts_waited(struct chain before)
{
    counts_polled(before);
    team_moved();
}

void counts_barrier(void)
{
    struct chain all = {0};

    team_meet();
    for (int rank = 0; rank < team_ranks(); rank++) {
        all.lines = most(all.lines, chains[rank].lines);
        all.waits = most(all.waits, chains[rank].waits + 1);
    }
    team_meet(); /* all have read */
    chains[watch_rank] = all;
}

void counts_open(void)
{
    team++;
    flag_count = 0;
}

void counts_begin(void)
{
    memset(chains, 0, sizeof chains);
    memset(uses, 0, sizeof uses);
    crossings = 0;
    run++;
}

void counts_fill(const char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        line_write(at + i);
        word_at(at + i)->copies = 0;
    }
}

int counts_crossings(void)
{
    return crossings;
}

int counts_uses(void)
{
    return uses[watch_rank];
}

struct chain counts_chain(void)
{
    return chains[watch_rank];
}

int counts_copies(const char *at, size_t bytes)
{
    int copies = 0;

    for (size_t i = 0; i < bytes; i += 8)
        copies = most(copies, word_at(at + i)->copies);
    return copies;
}
