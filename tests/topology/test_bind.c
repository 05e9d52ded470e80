/* SPDX-License-Identifier: BSD-3-Clause */
#define TAP_OWN_MAIN
#include "tests/tap.h"

#include "topology/bind.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOWHERE = 1 << 20 }; /* no machine has this hardware thread */

TEST(nothing_is_bound_before_bind_open)
{
    char why[256] = "";

    CHECK(!bind_self(0, why, sizeof(why)) && strstr(why, "bind_open"));
    CHECK(bind_last_pu() == -1);
    CHECK(bind_node_of(why, sizeof(why)) == BIND_NODE_UNKNOWN);
}

TEST(a_described_machine_cannot_be_bound)
{
    char why[256] = "";

    setenv("HWLOC_SYNTHETIC", "pack:2 core:2 pu:1", 1);
    CHECK(!bind_open(why, sizeof(why)) && strstr(why, "nothing can be bound"));
    unsetenv("HWLOC_SYNTHETIC");
}

TEST(bind_open_may_be_called_again)
{
    char why[256] = "";

    CHECK(bind_open(why, sizeof(why)));
    CHECK(bind_open(why, sizeof(why)));
}

/* The kernel's own answers, not hwloc's. */
static bool bound_to(int pu)
{
    cpu_set_t mask;

    return !sched_getaffinity(0, sizeof(mask), &mask) && CPU_COUNT(&mask) == 1 &&
           CPU_ISSET((size_t)pu, &mask) && sched_getcpu() == pu;
}

static void pus_bind(cpu_set_t usable)
{
    char why[256] = "";

    for (int pu = 0; pu < CPU_SETSIZE; pu++)
        if (CPU_ISSET((size_t)pu, &usable)) {
            CHECK(bind_self(pu, why, sizeof(why)));
            CHECK(bound_to(pu));
            CHECK(bind_last_pu() == pu);
        }
}

TEST(bind_self_binds_to_each_hardware_thread_we_may_use)
{
    cpu_set_t usable;

    CHECK(!sched_getaffinity(0, sizeof(usable), &usable));
    pus_bind(usable);
    CHECK(!sched_setaffinity(0, sizeof(usable), &usable));
}

TEST(bind_self_refuses_a_hardware_thread_that_does_not_exist)
{
    char why[256] = "";
    cpu_set_t before, after;

    CHECK(!sched_getaffinity(0, sizeof(before), &before));
    CHECK(!bind_self(NOWHERE, why, sizeof(why)) && strstr(why, "hardware thread 1048576"));
    CHECK(!bind_self(-1, why, sizeof(why)) && strstr(why, "hardware thread -1"));
    CHECK(!sched_getaffinity(0, sizeof(after), &after) && CPU_EQUAL(&before, &after));
}

static void *thread_bind(void *argument)
{
    pus_bind(*(cpu_set_t *)argument);
    return NULL;
}

TEST(threads_bind_at_the_same_time_each_for_itself)
{
    cpu_set_t usable, after;
    pthread_t threads[8];

    CHECK(!sched_getaffinity(0, sizeof(usable), &usable));
    for (int i = 0; i < 8; i++)
        CHECK(!pthread_create(&threads[i], NULL, thread_bind, &usable));
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    CHECK(!sched_getaffinity(0, sizeof(after), &after) && CPU_EQUAL(&usable, &after));
}

/* A container may forbid the question; then the node must be unknown. */
static bool kernel_says(void *page)
{
    int status = 0;

    return !syscall(SYS_move_pages, 0, 1UL, &page, NULL, &status, 0) && status >= 0;
}

static bool node_is_known(int node)
{
    char path[64];

    snprintf(path, sizeof(path), "/sys/devices/system/node/node%d", node);
    return access(path, F_OK) == 0;
}

TEST(pages_have_a_node_once_they_are_touched)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 8 * page;
    char *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int node;

    CHECK(area != MAP_FAILED);
    CHECK(bind_node_of(area, bytes) == BIND_NODE_UNKNOWN);
    area[3 * page] = 1;
    node = bind_node_of(area, bytes);
    CHECK(kernel_says(area + 3 * page) ? node_is_known(node) : node == BIND_NODE_UNKNOWN);
    CHECK(bind_node_of(area + 3 * page + 1, 1) == node);
    CHECK(bind_node_of(area + 2 * page - 1, page + 2) == node);
    CHECK(bind_node_of(area, 3 * page) == BIND_NODE_UNKNOWN);
    munmap(area, bytes);
}

TEST(memory_that_is_not_there_has_no_node)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *area = mmap(NULL, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    munmap(area, page);
    CHECK(bind_node_of(area, page) == BIND_NODE_UNKNOWN);
    CHECK(bind_node_of(NULL, 0) == BIND_NODE_UNKNOWN);
    CHECK(bind_node_of(NULL, 1) == BIND_NODE_UNKNOWN);
}

int main(void)
{
    const int status = tap_run_all();

    bind_close();
    return status;
}
