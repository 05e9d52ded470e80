/* SPDX-License-Identifier: BSD-3-Clause */
/* Tests that report in TAP. A test is a function whose name is a sentence. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static int tap_tests, tap_failures;
static bool tap_good;

#define TEST(name) static void name(void)

/* Records a failure and goes on, so that one run shows all that is wrong. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
            tap_good = false;                                                                      \
        }                                                                                          \
    } while (0)

#define RUN(name) tap_run(#name, name)

static inline void tap_run(const char *name, void (*test)(void))
{
    tap_good = true;
    test();
    printf("%sok %d - %s\n", tap_good ? "" : "not ", ++tap_tests, name);
    tap_failures += !tap_good;
    fflush(stdout);
}

/* Prints the plan; the exit status of main. */
static inline int tap_done(void)
{
    printf("1..%d\n", tap_tests);
    return tap_failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
