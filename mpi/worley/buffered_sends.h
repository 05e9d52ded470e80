/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI has one buffer for all buffered sends of a process; jobs that are open side by side share it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* For one more job of so many ranks, with messages of up to `largest` bytes; called before the job
 * sends. Each call needs its close, even if it fails. */
bool buffered_sends_open(int ranks, size_t largest);
void buffered_sends_close(void);
