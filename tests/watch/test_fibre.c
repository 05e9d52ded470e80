/* SPDX-License-Identifier: BSD-3-Clause */
/* Fibres: what a switch keeps, and their stacks. */
#include "comops/ranks/watch/fibre.h"
#include "tests/tap.h"

#include <fenv.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK = 1 << 16, FIBRES = 300, TURNS = 20 };

static struct fibre fibres[FIBRES];
static volatile int count = 2; /* of fibres that take turns */
static volatile int good;      /* fibres that found everything as they left it */

/* To the next one, round and round; never to one that has ended. */
static void turn(int number)
{
    fibre_switch(&fibres[number], &fibres[(number + 1) % count]);
}

/* Runs each of them to its end. All begin, in turn, before the first one goes on. */
static void run_all(int fibres_used, void live(int number))
{
    count = fibres_used;
    good = 0;
    for (int i = 0; i < count; i++)
        fibre_begin(&fibres[i], STACK, live, i);
    for (int i = 0; i < count; i++)
        fibre_switch(&fibre_main, &fibres[i]);
}

static bool all_ended(void)
{
    for (int i = 0; i < count; i++)
        if (!fibres[i].ended)
            return false;
    return true;
}

/* More values than there are registers that a call preserves, all needed after the switches. */
static void keep_integers(int number)
{
    const uint64_t seed = 1000003 * ((uint64_t)number + 1);
    uint64_t a = seed, b = seed * 3, c = seed * 5, d = seed * 7, e = seed * 11, f = seed * 13;
    uint64_t g = seed * 17, h = seed * 19, i = seed * 23, j = seed * 29, k = seed * 31;

    for (int n = 0; n < TURNS; n++) {
        turn(number);
        a += 1, b += 2, c += 3, d += 4, e += 5, f += 6, g += 7, h += 8, i += 9, j += 10, k += 11;
    }
    good += a == seed + TURNS && b == seed * 3 + 2 * TURNS && c == seed * 5 + 3 * TURNS &&
            d == seed * 7 + 4 * TURNS && e == seed * 11 + 5 * TURNS && f == seed * 13 + 6 * TURNS &&
            g == seed * 17 + 7 * TURNS && h == seed * 19 + 8 * TURNS &&
            i == seed * 23 + 9 * TURNS && j == seed * 29 + 10 * TURNS &&
            k == seed * 31 + 11 * TURNS;
}

TEST(a_switch_keeps_registers)
{
    run_all(2, keep_integers);
    CHECK(all_ended());
    CHECK(good == 2);
}

TEST(three_hundred_fibres_take_turns)
{
    run_all(FIBRES, keep_integers);
    CHECK(all_ended());
    CHECK(good == FIBRES);
}

static void keep_doubles(int number)
{
    const double seed = 0.5 * number + 1;
    double a = seed, b = seed * 3, c = seed * 5, d = seed * 7, e = seed * 9, f = seed * 11;
    double g = seed * 13, h = seed * 15, i = seed * 17;

    for (int n = 0; n < TURNS; n++) {
        turn(number);
        a += 1, b += 2, c += 3, d += 4, e += 5, f += 6, g += 7, h += 8, i += 9;
    }
    good += a == seed + TURNS && b == seed * 3 + 2 * TURNS && c == seed * 5 + 3 * TURNS &&
            d == seed * 7 + 4 * TURNS && e == seed * 9 + 5 * TURNS && f == seed * 11 + 6 * TURNS &&
            g == seed * 13 + 7 * TURNS && h == seed * 15 + 8 * TURNS && i == seed * 17 + 9 * TURNS;
}

TEST(a_switch_keeps_floating_point_numbers)
{
    run_all(2, keep_doubles);
    CHECK(good == 2);
}

static volatile double one = 1, tiny = 1e-60;
static volatile long double long_one = 1, long_tiny = 1e-60L;

/* In either arithmetic of x86, which have control words of their own: 3, in none: 0. */
static int rounds_up(void)
{
    return (one + tiny > one) + 2 * (long_one + long_tiny > long_one);
}

static void keep_rounding(int number)
{
    fesetround(number ? FE_UPWARD : FE_TONEAREST);
    turn(number);
    good += rounds_up() == (number ? 3 : 0);
}

TEST(a_switch_keeps_the_modes_of_floating_point)
{
    run_all(2, keep_rounding);
    CHECK(good == 2);
    CHECK(rounds_up() == 0);
}

static void note_rounding(int number)
{
    (void)number;
    good = rounds_up();
}

TEST(a_fibre_begins_with_the_modes_of_who_begins_it)
{
    fesetround(FE_UPWARD);
    fibre_begin(&fibres[0], STACK, note_rounding, 0);
    fesetround(FE_TONEAREST);
    fibre_switch(&fibre_main, &fibres[0]);
    CHECK(good == 3);
    CHECK(rounds_up() == 0);
}

/* The ABIs want a multiple of 16 where a function's frame begins. */
static void note_alignment(int number)
{
    _Alignas(16) volatile char aligned[16] = {0};

    good += (uintptr_t)aligned % 16 == 0 && (uintptr_t)__builtin_frame_address(0) % 16 == 0 &&
            number == 0;
}

TEST(a_stack_is_aligned_as_functions_expect)
{
    run_all(1, note_alignment);
    CHECK(good == 1);
}

TEST(stacks_begin_at_different_lines_of_a_page)
{
    fibre_begin(&fibres[0], STACK, note_alignment, 0);
    fibre_begin(&fibres[1], STACK, note_alignment, 1);
    CHECK((uintptr_t)fibres[0].point % 4096 / 64 != (uintptr_t)fibres[1].point % 4096 / 64);
}

static void stop_half_way(int number)
{
    fibre_switch(&fibres[number], &fibre_main);
    good = -1; /* not reached */
}

TEST(a_fibre_that_begins_again_keeps_its_stack_and_abandons_what_it_did)
{
    run_all(1, stop_half_way);
    CHECK(!fibres[0].ended);
    const void *stack = fibres[0].stack;

    run_all(1, note_alignment);
    CHECK(fibres[0].ended && good == 1 && fibres[0].stack == stack);
    fibre_begin(&fibres[0], 2 * STACK, note_alignment, 0);
    fibre_switch(&fibre_main, &fibres[0]);
    CHECK(fibres[0].stack_bytes == 2 * STACK && good == 2);
    fibre_free(&fibres[0]);
    CHECK(!fibres[0].stack);
}

/* The signal that ends a child which writes there; 0: none. */
static int signal_of_write(char *at)
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        *(volatile char *)at = 1;
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(below_a_stack_is_a_guard_page)
{
    fibre_begin(&fibres[0], STACK, note_alignment, 0);
    char *stack = fibres[0].stack;

    CHECK(signal_of_write(stack) == 0);
    CHECK(signal_of_write(stack + STACK - 1) == 0);
    CHECK(signal_of_write(stack - 1) == SIGSEGV);
}
