/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads on named hardware threads, for measurements of the machine itself. */
#pragma once

#include <stdbool.h>

/* Runs live(argument, rank) on a new thread for each of these hardware threads (OS indices, all
 * different) and waits for all; on none of them if one cannot be created. `bound` says whether the
 * thread runs where it should. True if live was true on all ranks. bind_open must have been called.
 */
bool bound_threads_run(const int *pus, int ranks,
                       bool (*live)(void *argument, int rank, bool bound), void *argument);
