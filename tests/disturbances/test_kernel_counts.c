/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/kernel_counts.h"
#include "tests/tap.h"

#include <math.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGES = 64, FAR = 1 << 20 };

/* Where this thread may run, its first hardware thread; stays there. */
static int stay(void)
{
    cpu_set_t set;
    int pu = 0;

    sched_getaffinity(0, sizeof set, &set);
    while (!CPU_ISSET(pu, &set))
        pu++;
    CPU_ZERO(&set);
    CPU_SET(pu, &set);
    sched_setaffinity(0, sizeof set, &set);
    return pu;
}

static void touch_new_pages(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = PAGES * page;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    madvise(memory, bytes, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < bytes; i += page)
        ((volatile char *)memory)[i] = 1;
    munmap(memory, bytes);
}

TEST(new_pages_are_counted_as_faults)
{
    const int pu = stay();
    struct disturbances before = kernel_counts_read(pu), since;

    since = kernel_counts_since(&before, pu);
    CHECK(since.of[DISTURBANCE_FAULTS] < PAGES);
    before = kernel_counts_read(pu);
    touch_new_pages();
    since = kernel_counts_since(&before, pu);
    CHECK(since.of[DISTURBANCE_FAULTS] >= PAGES && since.of[DISTURBANCE_FAULTS] < 2 * PAGES);
    CHECK(since.watched_us > 0);
    CHECK(!(since.of[DISTURBANCE_MIGRATIONS] > 0));
}

TEST(a_process_on_the_same_core_is_seen_to_take_it)
{
    const int pu = stay();
    const pid_t other = fork();

    if (other == 0)
        for (;;)
            continue;
    struct disturbances before = kernel_counts_read(pu), since;

    do
        since = kernel_counts_since(&before, pu);
    while ((since.of[DISTURBANCE_SWITCHES] == 0 || since.of[DISTURBANCE_WAITED] == 0) &&
           since.watched_us < 60e6);
    CHECK(since.of[DISTURBANCE_SWITCHES] > 0);
    CHECK(isnan(since.of[DISTURBANCE_WAITED]) || since.of[DISTURBANCE_WAITED] > 0);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
}

TEST(what_is_stolen_from_a_core_that_does_not_exist_is_unknown)
{
    CHECK(isnan(kernel_counts_read(FAR).of[DISTURBANCE_STOLEN]));
    CHECK(isnan(kernel_counts_read(-1).of[DISTURBANCE_STOLEN]));
}
