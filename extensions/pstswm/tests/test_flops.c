/* SPDX-License-Identifier: BSD-3-Clause */
/* The floating-point operations of a step against those that a hardware monitor counted on one
 * processor of a Cray C90 (Worley 1999, table 2). Each operation of the model is a call here
 * (quadruple.h), wrapped by the linker. Words: problems. */
#define TAP_OWN_MAIN
#include "extensions/pstswm/numerics/model.h"
#include "tests/tap.h"

static long count;

#define COUNTED(name)                                                                              \
    _Float128 __real_##name(_Float128 a, _Float128 b);                                             \
    _Float128 __wrap_##name(_Float128 a, _Float128 b);                                             \
    _Float128 __wrap_##name(_Float128 a, _Float128 b)                                              \
    {                                                                                              \
        count++;                                                                                   \
        return __real_##name(a, b);                                                                \
    }

COUNTED(__addtf3)
COUNTED(__subtf3)
COUNTED(__multf3)
COUNTED(__divtf3)

static long step_flops(const struct truncation *truncation, int levels)
{
    struct model *model = model_create(truncation, levels, truncation->dt, &fft_blocked);

    model_start(model, (struct test_case){2, 0});
    CHECK(model_step(model));
    count = 0;
    CHECK(model_step(model));
    model_free(model);
    return count;
}

static void check_printed(const char *name)
{
    const struct truncation *truncation = truncation_find(name);
    const long flops = step_flops(truncation, 1), printed = (long)truncation->flops;

    printf("# %s: %ld, printed %ld, %+.1f %%\n", name, flops, printed,
           100.0f * (float)(flops - printed) / (float)printed);
    CHECK(labs(flops - printed) <= printed * 15 / 100);
}

static void each_further_level_takes_the_same_number_of_operations(void)
{
    const struct truncation *truncation = truncation_find("T10");

    const long two = step_flops(truncation, 2);

    CHECK(step_flops(truncation, 3) - two == two - step_flops(truncation, 1));
}

static const char *problem;

static void a_step_has_the_printed_number_of_operations_within_15_percent(void)
{
    check_printed(problem);
}

int main(int words, char **problems)
{
    for (int i = 1; i < words; i++) {
        problem = problems[i];
        tap_run(problem, a_step_has_the_printed_number_of_operations_within_15_percent);
    }
    tap_run("each_further_level_takes_the_same_number_of_operations",
            each_further_level_takes_the_same_number_of_operations);
    return tap_done();
}
