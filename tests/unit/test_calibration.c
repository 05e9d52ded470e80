/* SPDX-License-Identifier: BSD-3-Clause */
/* Calibration of this machine. No time is asserted, only what holds on any machine: quantities are
 * positive, quartiles in order, and a line from memory takes longer than a load from a core's own
 * cache. */
#include "comops/ranks/calibration/calibration.h"
#include "tests/tap.h"
#include "topology/bind.h"

#include <math.h>
#include <sched.h>
#include <string.h>

enum { NO_SUCH_PU = 1 << 20 };

static const struct core_caches caches = {32 << 10, 1 << 20};
static struct quantity quantities[CALIBRATION_PROBES];
static int pus[2], pu_count;

static void find_pus(void)
{
    cpu_set_t usable;

    sched_getaffinity(0, sizeof usable, &usable);
    for (int pu = 0; pu < CPU_SETSIZE && pu_count < 2; pu++)
        if (CPU_ISSET(pu, &usable))
            pus[pu_count++] = pu;
}

static const struct quantity *named(const char *name)
{
    for (int i = 0; i < CALIBRATION_PROBES; i++)
        if (strcmp(calibration_probe(i)->name, name) == 0)
            return &quantities[i];
    return NULL;
}

TEST(every_quantity_is_positive_and_its_median_lies_between_its_quartiles)
{
    char why[256];

    CHECK(bind_open(why, sizeof why));
    find_pus();
    if (pu_count < 2)
        return;
    CHECK(calibration_measure(pus, caches, quantities));
    for (int i = 0; i < CALIBRATION_PROBES; i++) {
        const struct quantity *one = &quantities[i];

        if (isnan(one->median)) /* the window may lie beyond the longest work that is tried */
            CHECK(!calibration_probe(i)->pair || one == named("window_ns"));
        else
            CHECK(one->low > 0 && one->low <= one->median && one->median <= one->high);
    }
}

#if defined __x86_64__ || defined __aarch64__
TEST(a_line_from_memory_takes_longer_than_a_load_from_the_own_cache)
{
    CHECK(pu_count < 2 || named("memory_ns")->low > named("hit_ns")->high);
}
#endif

TEST(the_names_of_quantities_differ)
{
    for (int i = 0; i < CALIBRATION_PROBES; i++)
        CHECK(named(calibration_probe(i)->name) == &quantities[i]);
}

TEST(a_core_with_caches_of_unknown_size_is_measured_too)
{
    CHECK(pu_count < 2 || calibration_measure(pus, (struct core_caches){0}, quantities));
}

TEST(a_hardware_thread_that_does_not_exist_is_refused)
{
    const int missing[] = {pus[0], NO_SUCH_PU};

    CHECK(!calibration_measure(missing, caches, quantities));
    bind_close();
}
