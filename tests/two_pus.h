/* SPDX-License-Identifier: BSD-3-Clause */
/* Two hardware threads for tests of what pairs of them measure. */
#pragma once

#include "tests/tap.h"
#include "topology/bind.h"

#include <sched.h>

static int pus[2], pu_count;

/* The first two hardware threads that this process may use. */
static void find_pus(void)
{
    char why[256];
    cpu_set_t usable;

    CHECK(bind_open(why, sizeof why));
    sched_getaffinity(0, sizeof usable, &usable);
    for (int pu = 0; pu < CPU_SETSIZE && pu_count < 2; pu++)
        if (CPU_ISSET(pu, &usable))
            pus[pu_count++] = pu;
}
