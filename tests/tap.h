/* SPDX-License-Identifier: BSD-3-Clause */
/* Tests that report in TAP. A test is a function whose name is a sentence. A file's tests run in
 * their order, unless it defines TAP_OWN_MAIN and calls tap_run or tap_run_all itself. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct tap_test {
    const char *name;
    void (*run)(void);
    struct tap_test *next;
};

static struct tap_test *tap_first, **tap_last = &tap_first;
static int tap_tests, tap_failures;
static bool tap_good;

static inline void tap_add(struct tap_test *test)
{
    *tap_last = test;
    tap_last = &test->next;
}

/* Constructors run in ascending order of their priorities. */
#define TEST(sentence)                                                                             \
    static void sentence(void);                                                                    \
    __attribute__((constructor(1000 + __LINE__))) static void add_##sentence(void)                 \
    {                                                                                              \
        static struct tap_test test = {#sentence, sentence, NULL};                                 \
                                                                                                   \
        tap_add(&test);                                                                            \
    }                                                                                              \
    static void sentence(void)

/* Records a failure and goes on, so that one run shows all that is wrong. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("# %s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
            tap_good = false;                                                                      \
        }                                                                                          \
    } while (0)

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

/* Each TEST of the file, then as tap_done. */
static inline int tap_run_all(void)
{
    for (const struct tap_test *test = tap_first; test; test = test->next)
        tap_run(test->name, test->run);
    return tap_done();
}

#ifndef TAP_OWN_MAIN
int main(void)
{
    return tap_run_all();
}
#endif
