/* SPDX-License-Identifier: BSD-3-Clause */
/* The model checker on programs with one fault each, and on some correct ones. */
#include "tests/model/litmus.h"

/* Rank 1 passes on what rank 0 has told it. */
static void transitive(int rank)
{
    if (rank == 0) {
        shared->data = 1;
        put(&shared->x, 1, memory_order_release);
    } else if (rank == 1) {
        while (atomic_load_explicit(&shared->x, memory_order_acquire) < 1)
            poll_pause();
        put(&shared->y, 1, memory_order_release);
    } else {
        while (atomic_load_explicit(&shared->y, memory_order_acquire) < 1)
            poll_pause();
        returned[0] = (int)shared->data;
    }
    end();
}

TEST(happens_before_is_transitive)
{
    const struct verdict verdict = explore(3, transitive);

    CHECK(verdict.exhaustive && verdict.executions == 1 && outcomes[1000]);
}

static void hand_over(int rank, memory_order order)
{
    if (rank == 0) {
        shared->data = 1;
        put(&shared->x, 1, order);
    } else {
        while (atomic_load_explicit(&shared->x, memory_order_acquire) < 1)
            poll_pause();
        returned[0] = (int)shared->data;
    }
    end();
}

static void hand_over_right(int rank)
{
    hand_over(rank, memory_order_release);
}

static void hand_over_relaxed(int rank)
{
    hand_over(rank, memory_order_relaxed);
}

static void flag_before_payload(int rank)
{
    if (rank == 0)
        put(&shared->x, 1, memory_order_release);
    hand_over(rank, memory_order_relaxed);
}

static void payload_rewritten(int rank)
{
    hand_over(rank, memory_order_release);
    if (rank == 0)
        shared->data = 2;
}

TEST(plain_accesses_race_unless_a_flag_orders_them)
{
    CHECK(explore(2, hand_over_right).exhaustive);
    CHECK(strstr(explore(2, hand_over_relaxed).fault, "race: rank 1 reads"));
    CHECK(strstr(explore(2, flag_before_payload).fault, "race"));
    CHECK(strstr(explore(2, payload_rewritten).fault, "race"));
}

/* One store, and one load with three mutants. */
TEST(every_mutant_of_a_hand_over_is_found)
{
    struct mutant mutants[8];

    model_mutants(mutants, 8);
    explore(2, hand_over_right);
    const int count = model_mutants(mutants, 8);

    CHECK(count == 4);
    for (int i = 0; i < count; i++) {
        model_mutate(&mutants[i]);
        CHECK(strstr(explore(2, hand_over_right).fault, "race"));
    }
    model_mutate(NULL);
    CHECK(explore(2, hand_over_right).exhaustive);
}

static void mixed(int rank)
{
    if (rank == 0)
        put(&shared->x, 1, memory_order_release);
    else
        memset((void *)&shared->x, 0, sizeof shared->x);
}

TEST(a_plain_access_to_an_atomic_variable_is_a_fault)
{
    CHECK(strstr(explore(2, mixed).fault, "as a plain one"));
}

static void both_wait(int rank)
{
    while (atomic_load_explicit(rank == 0 ? &shared->x : &shared->y, memory_order_acquire) < 1)
        poll_pause();
    put(rank == 0 ? &shared->y : &shared->x, 1, memory_order_release);
}

/* Rank 1 waits for y = 2 in vain if it has seen x = 1 before. */
static void waits_in_one_execution_only(int rank)
{
    if (rank == 0) {
        put(&shared->x, 1, memory_order_relaxed);
        put(&shared->y, 1, memory_order_relaxed);
        return;
    }
    const uint64_t enough = 1 + atomic_load_explicit(&shared->x, memory_order_relaxed);

    while (atomic_load_explicit(&shared->y, memory_order_relaxed) < enough)
        poll_pause();
}

TEST(ranks_that_wait_for_ever_are_a_deadlock)
{
    CHECK(strcmp(explore(2, both_wait).fault, "deadlock") == 0);
    CHECK(strcmp(explore(2, waits_in_one_execution_only).fault, "deadlock") == 0);
}

static void two_writers(int rank)
{
    put(&shared->x, (uint64_t)rank + 1, memory_order_release);
}

TEST(two_writers_who_do_not_take_turns_are_a_fault)
{
    CHECK(strstr(explore(2, two_writers).fault, "without knowing"));
}

static void update(int rank)
{
    atomic_fetch_add_explicit(&shared->x, (uint64_t)rank, memory_order_acq_rel);
}

static void half(int rank)
{
    atomic_store_explicit((_Atomic uint32_t *)&shared->x, (uint32_t)rank, memory_order_release);
}

TEST(atomic_accesses_that_are_not_modelled_are_faults)
{
    CHECK(strstr(explore(2, update).fault, "updates an atomic variable"));
    CHECK(strstr(explore(2, half).fault, "4 bytes"));
}

static void written_while_used(int rank)
{
    if (rank == 0)
        shared->data = 1;
    else
        data_use((const char *)&shared->data, sizeof shared->data);
}

static void written_past_the_caches(int rank)
{
    uint64_t copy = shared->data;

    if (rank == 0)
        watch_copy_nontemporal((char *)&shared->data, (const char *)&copy, sizeof copy);
}

TEST(what_the_compiler_cannot_see_races_too)
{
    CHECK(strstr(explore(2, written_while_used).fault, "race: rank 1 reads"));
    CHECK(strstr(explore(2, written_past_the_caches).fault, "race"));
}
