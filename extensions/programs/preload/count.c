/* SPDX-License-Identifier: BSD-3-Clause */
/* Each call is added to a row of the hash table in the rank's file. */
#include "extensions/programs/preload/profile.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table that is nearly full gets coarse rows only, and so does a call with many rows. */
enum { ROWS_EXACT = ROWS / 4 * 3, ROWS_OF_CALL = 400, MEMOS = 512 };
static int rows, rows_of_call[CALLS];

/* Which row the last call with these values had, unless handles mean something else since. */
struct memo {
    const struct description *what;
    uint64_t now, bytes; /* now: generation of handles, and whether a buffer is in place */
    word values[VALUES];
    struct arrays arrays;
    uint64_t contents; /* of these */
    struct row *row;
};
uint64_t generation = 1;
pthread_key_t memos_key;
static _Thread_local struct {
    uint64_t calls, inside; /* inside: a call that is counted */
    struct memo *memos;
} thread;

static void row_begin(struct row *row, const struct row_key *key)
{
    int length;
    Dl_info op;
    char name[256]; /* more than MPI_MAX_OBJECT_NAME */
    row->key = *key;
    row->shortest = UINT64_MAX;
    clocks_read(head->last);
    if (key->type && !library.Type_get_name(key->type, name, &length))
        snprintf(row->type_name, sizeof row->type_name, "%.31s", name);
    if (library.abi == OPENMPI && dladdr((void *)key->op, &op) && op.dli_sname)
        snprintf(row->op_name, sizeof row->op_name, "%s", op.dli_sname);
    rows++;
    rows_of_call[key->call]++;
    __atomic_store_n(&row->used, 1, __ATOMIC_RELEASE); /* its key is there */
}

static uint64_t mixed(uint64_t all, part *numbers, int count)
{
    for (int i = 0; numbers && i < count; i++)
        all = (all ^ all >> 29 ^ numbers[i]) * 0x9e3779b97f4a7c15ull;
    return all;
}

/* NULL if the table is full. */
static struct row *row_of(struct row_key *key)
{
    static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
    uint64_t first = mixed(0, (part *)key, sizeof *key / 4);
    for (unsigned i = 0; i < ROWS; i++) {
        struct row *row = (struct row *)(head + 1) + ((first >> 32) + i) % ROWS;
        bool used = __atomic_load_n(&row->used, __ATOMIC_ACQUIRE); /* then with its key */
        if (!used && !(key->flags & ROUNDED)
            && (rows >= ROWS_EXACT || rows_of_call[key->call] >= ROWS_OF_CALL)) {
            if (key->bytes > 1)
                key->bytes = 1ull << (64 - __builtin_clzll(key->bytes - 1));
            key->flags |= ROUNDED;
            key->partner = ANY;
            return row_of(key);
        }
        if (!used) {
            pthread_mutex_lock(&making);
            if (!row->used)
                row_begin(row, key);
            pthread_mutex_unlock(&making);
        }
        if (!memcmp(&row->key, key, sizeof *key))
            return row;
    }
    return NULL;
}

static uint64_t contents_of(const struct arrays *of, const struct entry *entry, const word *a)
{
    return mixed(mixed(0, (part *)a[of->counts], of->many << entry->large), (part *)a[of->types],
                 of->many << (library.abi == OPENMPI && !entry->fortran));
}

static struct memo *memo_of(const struct entry *entry, const word *a)
{
    const struct description *what = entry->what;
    uint64_t now = __atomic_load_n(&generation, __ATOMIC_RELAXED) << 1, place = what->number;
    word values[VALUES];
    int count = 0;
    now |= IS_IN_PLACE(a[what->send]) | IS_IN_PLACE(a[what->recv]);
    for (int at; (at = what->values[count]); count++) {
        values[count] = entry->fortran ? *(const int *)a[at] : a[at];
        place += (uint64_t)values[count] * (0x9e3779b97f4a7c15ull << 2 * count | 1);
    }
    struct memo *memo = &thread.memos[(place ^ place >> 32) % MEMOS];
    bool same = memo->what == what && memo->now == now && !what->varies;
    for (int i = 0; i < count; i++)
        same &= memo->values[i] == values[i];
    if (!same || memo->contents != contents_of(&memo->arrays, entry, a)) {
        struct row_key key = {.call = what->number, .partner = ANY,
                              .flags = CONTIGUOUS | (now & 1 ? IN_PLACE : 0)};
        struct arrays arrays = key_fill(&key, entry, a);
        struct row *last = memo->row;
        *memo = (struct memo){what, now, key.bytes, .arrays = arrays}; /* not yet rounded */
        memo->contents = contents_of(&arrays, entry, a);
        memo->row = last && !memcmp(&last->key, &key, sizeof key) ? last : row_of(&key);
        memcpy(memo->values, values, sizeof values);
    }
    return memo;
}

#define ADD(sum, more)                                                                            \
    (several ? (void)__atomic_fetch_add(&(sum), more, __ATOMIC_RELAXED) : (void)((sum) += (more)))

static void call_count(const struct entry *entry, const word *a, uint64_t ticks)
{
    if (!thread.memos) {
        thread.memos = calloc(MEMOS, sizeof *thread.memos);
        pthread_setspecific(memos_key, thread.memos);
    }
    struct memo *memo = memo_of(entry, a);
    struct row *row = memo->row;
    thread.calls++;
    if (!row && ++head->lost)
        return;
    unsigned top = 63 - (unsigned)__builtin_clzll(ticks | 1 << BINS_FIRST);
    unsigned bin = ((top - BINS_FIRST) << BINS_PART) + (ticks >> (top - BINS_PART)) % BINS_PARTS;
    ADD(row->calls, 1);
    ADD(row->ticks, ticks);
    ADD(row->bytes_all, memo->bytes);
    ADD(row->bins[bin < BINS ? bin : BINS - 1], 1);
    if (ticks < row->shortest) /* threads may lose one of two */
        row->shortest = ticks;
}

int call_make(struct entry *entry, const word *a)
{
    const struct description *what = entry->what;
    if (!entry->function && !(entry->function = symbol_find(RTLD_NEXT, entry->symbol))) {
        fprintf(stderr, "comops profile: nothing that is loaded has %s\n", entry->symbol);
        abort();
    }
    bool counts = !thread.inside && (state == COUNTING || state_try());
    bool pause = what->pauses && !(entry->fortran ? *(const int *)a[1] : (int)a[1]);
    if (what->pauses && state == (pause ? COUNTING : PAUSED)) {
        state = pause ? PAUSED : COUNTING;
        head->pauses += pause;
    }
    if (what->forgets)
        __atomic_fetch_add(&generation, 1, __ATOMIC_RELAXED);
    if (what->ends)
        rank_end(what->ends);
    /* A call that another one makes is part of that. A library's Fortran may call its C or not. */
    bool outermost = counts && !entry->fortran;
    thread.inside |= outermost;
    uint64_t calls = thread.calls, began = ticks_now(cycles);
    int result = entry->pass(entry->function, a);
    uint64_t ended = ticks_now(cycles);
    if (what->begins && state == BEFORE_INIT)
        state_try();
    if (counts && calls == thread.calls)
        call_count(entry, a, ended - began);
    if (counts && state == COUNTING)
        head->ended = ended;
    thread.inside = thread.inside && !outermost;
    return result;
}
