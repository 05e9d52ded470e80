/* SPDX-License-Identifier: BSD-3-Clause */
/* What is reported of watched code, and that it does what it does unwatched. This file is watched
 * itself; recorder.c has the hooks. */
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"
#include "tests/tap.h"
#include "tests/watch/recorder.h"

#include <stdatomic.h>

/* The next call in the order in which they came. */
static bool is_next(int *next, enum kind kind, const void *address, size_t bytes)
{
    const struct call *call = &calls[(*next)++];

    return *next <= call_count && call->kind == kind && call->address == address &&
           call->bytes == bytes;
}

/* ---- plain accesses ----------------------------------------------------------------------- */

struct large {
    uint64_t words[20];
};

static struct shared {
    uint8_t one;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    struct large from, to;
    char bytes[64];
} * shared;

static void shared_allocate(void)
{
    watch_reset();
    shared = calloc(1, sizeof *shared);
}

TEST(plain_accesses_of_every_width_are_reported)
{
    int next = 0;

    shared_allocate();
    struct shared *const here = shared;

    record_begin();
    here->one++;
    here->two++;
    here->four++;
    here->eight++;
    record_end();
    CHECK(is_next(&next, READ, &here->one, 1) && is_next(&next, WRITE, &here->one, 1));
    CHECK(is_next(&next, READ, &here->two, 2) && is_next(&next, WRITE, &here->two, 2));
    CHECK(is_next(&next, READ, &here->four, 4) && is_next(&next, WRITE, &here->four, 4));
    CHECK(is_next(&next, READ, &here->eight, 8) && is_next(&next, WRITE, &here->eight, 8));
    CHECK(call_count == next);
    CHECK(here->one == 1 && here->two == 1 && here->four == 1 && here->eight == 1);
}

__attribute__((noinline)) static void structure_copy(struct large *to, const struct large *from)
{
    *to = *from;
}

TEST(a_structure_that_is_assigned_is_reported_whole_and_once)
{
    int next = 0;

    shared_allocate();
    struct shared *const here = shared;

    here->from.words[19] = 7;
    record_begin();
    structure_copy(&here->to, &here->from);
    record_end();
    CHECK(is_next(&next, WRITE, &here->to, sizeof(struct large)));
    CHECK(is_next(&next, READ, &here->from, sizeof(struct large)) && call_count == next);
    CHECK(here->to.words[19] == 7);
}

TEST(nothing_is_reported_where_no_rank_runs)
{
    shared_allocate();
    record_begin();
    record_end();
    shared->eight = 1;
    memcpy(&shared->to, &shared->from, sizeof shared->to);
    memset(shared->bytes, 1, sizeof shared->bytes);
    atomic_fetch_add((_Atomic uint64_t *)&shared->eight, 2);
    atomic_thread_fence(memory_order_seq_cst);
    poll_pause();
    data_use(shared->bytes, sizeof shared->bytes);
    CHECK(call_count == 0);
    CHECK(shared->eight == 3 && shared->bytes[63] == 1);
}

/* ---- atomic accesses ---------------------------------------------------------------------- */

/* The last call, and that there was one alone. */
static bool is_only(enum kind kind, const void *address, size_t bytes, int order)
{
    const struct call *call = &calls[0];

    return call_count == 1 && call->kind == kind && call->address == address &&
           call->bytes == bytes && call->order == order;
}

static bool is_update(enum watched_update update, const void *address, size_t bytes)
{
    return is_only(UPDATE, address, bytes, memory_order_acq_rel) && calls[0].update == update;
}

#define RECORDED(access) (record_begin(), access, record_end())

/* One access after the other to a variable `x`. */
#define EVERY_ACCESS(type)                                                                         \
    do {                                                                                           \
        const size_t bytes = sizeof(type);                                                         \
        const type most = (type)-1;                                                                \
        const int order = memory_order_acq_rel;                                                    \
        _Atomic type *x = malloc(bytes);                                                           \
        type got = 0, wanted = 5;                                                                  \
        bool swapped;                                                                              \
                                                                                                   \
        atomic_init(x, most);                                                                      \
        RECORDED(got = atomic_load_explicit(x, memory_order_acquire));                             \
        CHECK(got == most && is_only(LOAD, x, bytes, memory_order_acquire));                       \
        RECORDED(atomic_store_explicit(x, 12, memory_order_release));                              \
        CHECK(atomic_load(x) == 12 && is_only(STORE, x, bytes, memory_order_release));             \
        RECORDED(got = atomic_exchange_explicit(x, most, order));                                  \
        CHECK(got == 12 && atomic_load(x) == most && is_update(WATCHED_EXCHANGE, x, bytes));       \
        RECORDED(got = atomic_fetch_add_explicit(x, 3, order));                                    \
        CHECK(got == most && atomic_load(x) == 2 && is_update(WATCHED_ADD, x, bytes));             \
        RECORDED(got = atomic_fetch_sub_explicit(x, 4, order));                                    \
        CHECK(got == 2 && atomic_load(x) == (type)-2 && is_update(WATCHED_ADD, x, bytes));         \
        RECORDED(got = atomic_fetch_and_explicit(x, 12, order));                                   \
        CHECK(got == (type)-2 && atomic_load(x) == 12 && is_update(WATCHED_AND, x, bytes));        \
        RECORDED(got = atomic_fetch_or_explicit(x, 3, order));                                     \
        CHECK(got == 12 && atomic_load(x) == 15 && is_update(WATCHED_OR, x, bytes));               \
        RECORDED(swapped = atomic_compare_exchange_strong_explicit(x, &wanted, 1, order,           \
                                                                   memory_order_acquire));         \
        CHECK(!swapped && wanted == 15 && atomic_load(x) == 15);                                   \
        CHECK(is_update(WATCHED_COMPARE, x, bytes));                                               \
        RECORDED(swapped = atomic_compare_exchange_weak_explicit(x, &wanted, most, order,          \
                                                                 memory_order_acquire));           \
        CHECK(wanted == 15 && swapped && atomic_load(x) == most);                                  \
        CHECK(is_update(WATCHED_COMPARE, x, bytes));                                               \
    } while (0)

TEST(atomic_accesses_of_one_byte)
{
    EVERY_ACCESS(uint8_t);
}

TEST(atomic_accesses_of_two_bytes)
{
    EVERY_ACCESS(uint16_t);
}

TEST(atomic_accesses_of_four_bytes)
{
    EVERY_ACCESS(uint32_t);
}

TEST(atomic_accesses_of_eight_bytes)
{
    EVERY_ACCESS(uint64_t);
}

TEST(a_fence_for_other_ranks_is_reported)
{
    record_begin();
    atomic_signal_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_release);
    record_end();
    CHECK(call_count == 1 && calls[0].kind == FENCE && calls[0].order == memory_order_release);
}

__attribute__((noinline)) static void store_twice(_Atomic uint64_t *to)
{
    atomic_store_explicit(to, 1, memory_order_relaxed);
    atomic_store_explicit(to, 2, memory_order_relaxed);
}

TEST(each_place_of_the_code_is_a_site_of_its_own)
{
    _Atomic uint64_t *x = malloc(sizeof *x);

    record_begin();
    store_twice(x);
    store_twice(x);
    record_end();
    CHECK(call_count == 4);
    CHECK(calls[0].site != calls[1].site);
    CHECK(calls[0].site == calls[2].site && calls[1].site == calls[3].site);
    CHECK((const char *)calls[0].site > (const char *)store_twice &&
          (const char *)calls[0].site < (const char *)store_twice + 200);
}

/* ---- the C library, assembly and intrinsics ----------------------------------------------- */

TEST(calls_of_the_c_library_are_reported_and_done)
{
    int next = 0, difference;

    watch_reset();
    char *a = malloc(32), *b = malloc(32);

    record_begin();
    memset(a, 7, 32);
    memcpy(b, a, 16);
    memmove(b + 8, b, 16);
    difference = memcmp(a, b, 32);
    record_end();
    CHECK(is_next(&next, WRITE, a, 32));
    CHECK(is_next(&next, COPY, b, 16) && calls[1].from == a);
    CHECK(is_next(&next, COPY, b + 8, 16) && calls[2].from == b);
    CHECK(is_next(&next, READ, a, 32) && is_next(&next, READ, b, 32) && call_count == next);
    CHECK(a[31] == 7 && b[23] == 7 && b[24] == 0 && difference > 0);
}

TEST(assembly_and_intrinsics_are_reported)
{
    int next = 0;

    watch_reset();
    double *a = aligned_alloc(64, 128), *b = aligned_alloc(64, 128), *into = malloc(16);
    struct line *lines = aligned_alloc(64, 2 * sizeof *lines);

    a[1] = 3;
    b[1] = 2;
    record_begin();
    poll_pause();
    reduce_local(SUM_DOUBLE, into, a, b, 16);
    copy_nontemporal((char *)b, (const char *)a, 128);
    data_use((const char *)b, 128);
    lines_prefetch(lines, PAYLOAD + 1);
    record_end();
    CHECK(is_next(&next, PAUSE, NULL, 0));
    CHECK(is_next(&next, REDUCE, into, 16) && calls[1].from == a && calls[1].also == b);
    CHECK(is_next(&next, COPY_NONTEMPORAL, b, 128) && calls[2].from == a);
    CHECK(is_next(&next, USE, b, 128));
    CHECK(is_next(&next, PREFETCH_WRITE, &lines[0], 0));
    CHECK(is_next(&next, PREFETCH_WRITE, &lines[1], 0) && call_count == next);
    CHECK(into[1] == 5 && b[1] == 3);
}
