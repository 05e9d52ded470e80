/* SPDX-License-Identifier: BSD-3-Clause */
/* For loops that poll outside the library. */
#pragma once

#include "comops/comops.h"

#include <sched.h>

enum { POLLS_BEFORE_YIELD = 1 << 11 }; /* about 40 us: rarely reached if each rank has a core */

/* Call once for each unsuccessful poll; *polls is the loop's count. */
static inline void poll_again(unsigned *polls)
{
    poll_pause();
    if (++*polls % POLLS_BEFORE_YIELD == 0)
        sched_yield(); /* with more ranks than cores the other rank needs this core */
}
