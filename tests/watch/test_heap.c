/* SPDX-License-Identifier: BSD-3-Clause */
/* The heap of watched code, and places. This file is watched. */
#include "comops/ranks/watch/watch.h"
#include "tests/tap.h"

TEST(places_are_the_heap_from_its_beginning_and_then_static_data)
{
    static char data;
    char stack = 0;

    watch_reset();
    char *first = malloc(100), *second = malloc(1);

    CHECK(watch_place(first) == 0 && watch_place(first + 99) == 99);
    CHECK(watch_place(second) == 128 && watch_used() == 129);
    CHECK(watch_place(&data) >= (int64_t)1 << 36 && watch_place(&data) < watch_places());
    CHECK(watch_place(&stack) == WATCH_NOWHERE);
    CHECK(watch_place((const void *)abort) == WATCH_NOWHERE);
}

TEST(static_data_lie_in_the_cache_lines_of_their_addresses)
{
    static _Alignas(64) char line[64];
    static _Alignas(4096) char page[4096];

    CHECK(watch_place(line) % 64 == 0 && watch_place(&line[63]) == watch_place(line) + 63);
    CHECK(watch_place(page) % 4096 == 0);
}

TEST(a_block_is_aligned_as_asked)
{
    watch_reset();
    CHECK(malloc(1) && (uintptr_t)aligned_alloc(4096, 1) % 4096 == 0);
    CHECK((uintptr_t)malloc(1) % 64 == 0 && watch_used() == 4096 + 64 + 1);
    CHECK((uintptr_t)watch_allocate(128, 10) % 128 == 0);
}

/* Small heaps are cleared, large ones given back. */
static void resets(size_t bytes)
{
    watch_reset();
    char *before = malloc(bytes);

    before[0] = before[bytes - 1] = 1;
    watch_reset();
    CHECK(watch_used() == 0);
    char *after = malloc(bytes);

    CHECK(after == before);
    CHECK(after[0] == 0 && after[bytes - 1] == 0);
}

TEST(after_a_reset_the_heap_is_zero_and_allocations_are_at_the_same_addresses)
{
    resets(1000);
    resets((size_t)64 << 20);
}

TEST(a_block_too_large_is_refused)
{
    watch_reset();
    CHECK(!malloc((size_t)1 << 37));
    CHECK(!calloc((size_t)1 << 33, (size_t)1 << 33));
    CHECK(!aligned_alloc((size_t)1 << 40, (size_t)-1));
    CHECK(watch_used() == 0 && malloc(1));
}

/* From a function that is not watched. */
TEST(a_block_of_the_c_library_can_be_freed)
{
    char *text = strdup("text");

    CHECK(watch_place(text) == WATCH_NOWHERE);
    free(text);
    free(malloc(1));
}
