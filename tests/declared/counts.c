/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts what docs/method.md, "Why", defines. Each word carries how often its bytes have been
 * copied and how long the longest chain is that led to what is written there (as the clocks of
 * Lamport, "Time, clocks, and the ordering of events in a distributed system", CACM 1978). One lock
 * makes all of this a sequence. A rank that looks at a flag sees its numbers one after the other,
 * however late it looks: so counts do not depend on who is faster. */
#include "counts.h"
#include "counted.h"

#undef memcpy
#undef free

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum { STACK = 1 << 17, PART = 1 << 21, WORDS = PART / 8, LINES = PART / 64, HISTORY = 8 };

struct word {
    int copies;
    struct chain chain;
};

/* A line holds one flag at most. */
struct line {
    int writer;
    unsigned version, seen[COUNTS_RANKS];
    unsigned stores,
        looked[COUNTS_RANKS]; /* numbers of the flag; how many of them a rank has seen */
    struct {
        uint64_t number;
        struct chain chain;
    } history[HISTORY];
};

struct part {
    _Alignas(4096) char memory[PART];
    struct line lines[LINES];
    struct word words[WORDS];
    size_t used;
};

_Thread_local int counts_rank;
static struct part parts[COUNTS_RANKS];
static struct chain chains[COUNTS_RANKS];
static int crossings, uses[COUNTS_RANKS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;

static int most(int a, int b)
{
    return a > b ? a : b;
}

static struct part *part_of(const void *at)
{
    const size_t index = ((uintptr_t)at - (uintptr_t)parts) / sizeof *parts;

    if (index >= COUNTS_RANKS)
        abort(); /* memory that is not counted */
    return &parts[index];
}

void *counts_memory(size_t bytes)
{
    struct part *part = &parts[counts_rank];
    char *memory = part->memory + part->used;

    part->used += (bytes + 127) / 128 * 128;
    if (part->used > PART)
        abort();
    return memory;
}

void *counts_there(const void *here, int rank)
{
    return parts[rank].memory + ((const char *)here - parts[counts_rank].memory);
}

void counts_meet(void)
{
    pthread_barrier_wait(&barrier);
}

static size_t place(const void *at)
{
    return (size_t)((const char *)at - part_of(at)->memory);
}

static struct line *line_at(const void *at)
{
    return &part_of(at)->lines[place(at) / 64];
}

static struct word *word_at(const void *at)
{
    return &part_of(at)->words[place(at) / 8];
}

/* True if this rank has to be sent the line: another has written it since this one last had it. */
static bool crosses(const struct line *line)
{
    return line->writer != counts_rank && line->version != line->seen[counts_rank];
}

/* A line that another rank has written since this one last read it has to be brought. */
static void line_read(const void *at, int lines_before)
{
    struct line *line = line_at(at);
    struct chain *mine = &chains[counts_rank];

    if (crosses(line))
        mine->lines = most(mine->lines, lines_before) + 1;
    line->seen[counts_rank] = line->version;
}

static void line_write(const void *at)
{
    struct line *line = line_at(at);

    line->writer = counts_rank;
    line->seen[counts_rank] = ++line->version;
    word_at(at)->chain = chains[counts_rank];
}

void *counts_copy(void *to, const void *from, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    memcpy(to, from, bytes);
    for (size_t at = 0; at < bytes; at += 8) {
        const struct word *source = word_at((const char *)from + at);

        crossings += crosses(line_at((const char *)from + at)) + crosses(line_at((char *)to + at));
        line_read((const char *)from + at, source->chain.lines);
        line_write((char *)to + at);
        word_at((char *)to + at)->copies = source->copies + 1;
    }
    pthread_mutex_unlock(&mutex);
    return to;
}

/* In place of data_use, by the linker. */
void __wrap_data_use(const char *data, size_t bytes);

void __wrap_data_use(const char *data, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    for (size_t at = 0; at < bytes; at += 8) {
        crossings += crosses(line_at(data + at));
        line_at(data + at)->seen[counts_rank] = line_at(data + at)->version;
    }
    uses[counts_rank]++;
    pthread_mutex_unlock(&mutex);
}

/* A merge moves what it takes from elsewhere, not what it finds in place. */
void counts_reduce_local(void *into, const void *a, const void *b, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < bytes; i += 8) {
        const char *from = (const char *)a + i, *also = (const char *)b + i;
        const struct word *one = word_at(from), *other = word_at(also);
        const int copies = most(one->copies + (a != into), other->copies + (b != into));

        if (from != (char *)into + i) /* which has it already where it merges in place */
            crossings += crosses(line_at((char *)into + i));
        crossings += crosses(line_at(from)) + crosses(line_at(also));
        line_read(from, one->chain.lines);
        line_read(also, other->chain.lines);
        line_write((char *)into + i);
        word_at((char *)into + i)->copies = copies;
    }
    reduction_functions[MAX_DOUBLE](into, a, b, bytes);
    pthread_mutex_unlock(&mutex);
}

/* A rank has waited when it sees a number that another has stored since it last looked. */
uint64_t counts_load(const void *flag)
{
    pthread_mutex_lock(&mutex);
    struct line *line = line_at(flag);
    unsigned *looked = &line->looked[counts_rank];
    const bool moved = *looked != line->stores;

    if (moved) {
        const struct chain before = line->history[(*looked)++ % HISTORY].chain;

        line_read(flag, before.lines);
        chains[counts_rank].waits = most(chains[counts_rank].waits, before.waits) + 1;
    }
    const uint64_t number = *looked ? line->history[(*looked - 1) % HISTORY].number : 0;

    pthread_mutex_unlock(&mutex);
    if (!moved)
        sched_yield();
    return number;
}

void counts_store(void *flag, uint64_t number)
{
    pthread_mutex_lock(&mutex);
    struct line *line = line_at(flag);

    line_write(flag);
    line->history[line->stores % HISTORY].number = number;
    line->history[line->stores % HISTORY].chain = chains[counts_rank];
    line->looked[counts_rank] = ++line->stores;
    pthread_mutex_unlock(&mutex);
}

/* For what another rank has done, whose chain this was then. */
void counts_waited(struct chain before)
{
    chains[counts_rank].lines = most(chains[counts_rank].lines, before.lines);
    chains[counts_rank].waits = most(chains[counts_rank].waits, before.waits) + 1;
}

void counts_barrier(void)
{
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        struct chain all = {0};

        for (int rank = 0; rank < COUNTS_RANKS; rank++) {
            all.lines = most(all.lines, chains[rank].lines);
            all.waits = most(all.waits, chains[rank].waits + 1);
        }
        for (int rank = 0; rank < COUNTS_RANKS; rank++)
            chains[rank] = all;
    }
    pthread_barrier_wait(&barrier);
}

void counts_open(int ranks)
{
    pthread_barrier_init(&barrier, NULL, (unsigned)ranks);
    for (int rank = 0; rank < COUNTS_RANKS; rank++) {
        struct part *part = &parts[rank];

        memset(part->memory, 0, part->used);
        memset(part->lines, 0, part->used / 64 * sizeof *part->lines);
        memset(part->words, 0, part->used / 8 * sizeof *part->words);
        part->used = STACK;
    }
}

void *counts_stack(int rank, size_t *bytes)
{
    *bytes = STACK;
    return parts[rank].memory;
}

void counts_close(void)
{
    pthread_barrier_destroy(&barrier);
}

void counts_begin(void)
{
    memset(chains, 0, sizeof chains);
    memset(uses, 0, sizeof uses);
    crossings = 0;
    for (int rank = 0; rank < COUNTS_RANKS; rank++) {
        for (size_t i = 0; i < parts[rank].used / 64; i++)
            for (int j = 0; j < HISTORY; j++)
                parts[rank].lines[i].history[j].chain = (struct chain){0};
        for (size_t i = 0; i < parts[rank].used / 8; i++)
            parts[rank].words[i].chain = (struct chain){0};
    }
}

void counts_fill(const char *at, size_t bytes)
{
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < bytes; i += 8) {
        line_write(at + i);
        word_at(at + i)->copies = 0;
    }
    pthread_mutex_unlock(&mutex);
}

int counts_crossings(void)
{
    return crossings;
}

int counts_uses(void)
{
    return uses[counts_rank];
}

struct chain counts_chain(void)
{
    return chains[counts_rank];
}

int counts_copies(const char *at, size_t bytes)
{
    int copies = 0;

    for (size_t i = 0; i < bytes; i += 8)
        copies = most(copies, word_at(at + i)->copies);
    return copies;
}
