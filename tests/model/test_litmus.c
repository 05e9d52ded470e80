/* SPDX-License-Identifier: BSD-3-Clause */
/* The model checker on short programs with known outcomes: it finds every outcome that the memory
 * model permits, and no other. The outcomes are those of Alglave, Maranget and Tautschnig 2014, and
 * of Batty et al. 2011 for release and acquire. */
#include "tests/model/litmus.h"

static memory_order stores, loads; /* of the flag */

static void message_passing(int rank)
{
    if (rank == 0) {
        put(&shared->x, 1, memory_order_relaxed);
        put(&shared->y, 1, stores);
    } else {
        get(0, &shared->y, loads);
        get(1, &shared->x, memory_order_relaxed);
    }
    end();
}

static struct verdict explore_message(memory_order store, memory_order load)
{
    stores = store;
    loads = load;
    return explore(2, message_passing);
}

TEST(release_and_acquire_pass_what_was_stored_before)
{
    const struct verdict verdict = explore_message(memory_order_release, memory_order_acquire);

    CHECK(verdict.exhaustive && verdict.executions == 3);
    CHECK(outcome_count() == 3 && !outcomes[1000]);
}

TEST(without_either_of_them_the_flag_may_be_seen_first)
{
    CHECK(explore_message(memory_order_relaxed, memory_order_acquire).executions == 4);
    CHECK(outcomes[1000]);
    CHECK(explore_message(memory_order_release, memory_order_relaxed).executions == 4);
    CHECK(outcomes[1000]);
}

static void fences(int rank)
{
    if (rank == 0) {
        put(&shared->x, 1, memory_order_relaxed);
        atomic_thread_fence(memory_order_release);
        put(&shared->y, 1, memory_order_relaxed);
    } else {
        get(0, &shared->y, memory_order_relaxed);
        atomic_thread_fence(memory_order_acquire);
        get(1, &shared->x, memory_order_relaxed);
    }
    end();
}

static void fence_too_early(int rank)
{
    if (rank == 0) {
        atomic_thread_fence(memory_order_release);
        put(&shared->x, 1, memory_order_relaxed);
        put(&shared->y, 1, memory_order_relaxed);
    } else {
        get(0, &shared->y, memory_order_acquire);
        get(1, &shared->x, memory_order_relaxed);
    }
    end();
}

TEST(a_fence_orders_what_is_before_it_and_no_more)
{
    CHECK(explore(2, fences).executions == 3 && !outcomes[1000]);
    CHECK(explore(2, fence_too_early).executions == 4 && outcomes[1000]);
}

static void store_buffering(int rank)
{
    put(rank == 0 ? &shared->x : &shared->y, 1, memory_order_release);
    get(rank, rank == 0 ? &shared->y : &shared->x, memory_order_acquire);
    end();
}

TEST(both_ranks_may_miss_the_store_of_the_other)
{
    const struct verdict verdict = explore(2, store_buffering);

    CHECK(verdict.exhaustive && verdict.executions == 4 && outcome_count() == 4 && outcomes[0]);
}

static void load_buffering(int rank)
{
    get(rank, rank == 0 ? &shared->y : &shared->x, memory_order_relaxed);
    put(rank == 0 ? &shared->x : &shared->y, 1, memory_order_relaxed);
    end();
}

TEST(no_load_returns_what_is_stored_later)
{
    const struct verdict verdict = explore(2, load_buffering);

    CHECK(verdict.exhaustive && verdict.executions == 3 && !outcomes[1100]);
}

static void coherence(int rank)
{
    if (rank == 0) {
        put(&shared->x, 1, memory_order_relaxed);
        put(&shared->x, 2, memory_order_relaxed);
    } else {
        get(0, &shared->x, memory_order_relaxed);
        get(1, &shared->x, memory_order_relaxed);
    }
    end();
}

TEST(stores_of_one_location_are_seen_in_their_order)
{
    const struct verdict verdict = explore(2, coherence);

    CHECK(verdict.exhaustive && verdict.executions == 6 && outcome_count() == 6);
    CHECK(!outcomes[1000] && !outcomes[2000] && !outcomes[2100]);
}

static void independent_reads(int rank)
{
    if (rank < 2) {
        put(rank == 0 ? &shared->x : &shared->y, 1, memory_order_release);
    } else {
        const int first = 2 * (rank - 2);

        get(first, rank == 2 ? &shared->x : &shared->y, memory_order_acquire);
        get(first + 1, rank == 2 ? &shared->y : &shared->x, memory_order_acquire);
    }
    end();
}

TEST(two_ranks_may_see_independent_stores_in_different_orders)
{
    const struct verdict verdict = explore(4, independent_reads);

    CHECK(verdict.exhaustive && verdict.executions == 16 && outcome_count() == 16);
    CHECK(outcomes[1010]);
}

static void three_ranks(int rank)
{
    if (rank == 2) {
        get(2, &shared->y, memory_order_acquire);
        get(3, &shared->x, memory_order_acquire);
    } else {
        get(rank, rank == 0 ? &shared->y : &shared->x, memory_order_acquire);
        put(rank == 0 ? &shared->x : &shared->y, 1, memory_order_release);
    }
    end();
}

/* If ranks 0 and 1 miss each other's store, rank 2 may see all four combinations; if rank 0 has
 * seen y, four too; if rank 1 has seen x, the three that do not have y without x. */
TEST(no_execution_is_missed_and_none_comes_twice)
{
    const struct verdict verdict = explore(3, three_ranks);

    CHECK(verdict.exhaustive && verdict.executions == 11 && outcome_count() == 11);
    CHECK(outcomes[1001] && outcomes[101] && !outcomes[110]);
}
