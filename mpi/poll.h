/* SPDX-License-Identifier: BSD-3-Clause */
/* For loops that wait without the library. */
#ifndef MPI_POLL_H
#define MPI_POLL_H

#include "comops/comops.h"

#include <sched.h>

enum { POLLS_BEFORE_YIELD = 1 << 11 }; /* some 40 us: rarely among ranks that all have a core */

/* Once for each look in vain; *polls is the loop's own count. */
static inline void poll_again(unsigned *polls)
{
    poll_pause();
    if (++*polls % POLLS_BEFORE_YIELD == 0)
        sched_yield(); /* there are more ranks than cores: the other cannot come while we look */
}

#endif
