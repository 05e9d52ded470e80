/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations timed as their papers print them: no rank says in a run that its buffers may be
 * accessed. The common start does, and what follows the end stamp. */
#pragma once

#define AS_PRINTED .isolated = true
#define AS_PRINTED_COMPLETION(ends)                                                                \
    "A run ends " ends "; access to the buffers is synchronized between runs, untimed."
