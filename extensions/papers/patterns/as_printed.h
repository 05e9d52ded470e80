/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations timed as their papers print them: within a run no rank says that its buffers may be
 * accessed. The common start says it, and what follows the end stamp makes sure that the accesses
 * have ended. */
#pragma once

#define AS_PRINTED .isolated = true
#define AS_PRINTED_COMPLETION(ends)                                                                \
    "A run ends " ends "; access to the buffers is synchronized between runs, untimed."
