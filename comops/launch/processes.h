/* SPDX-License-Identifier: BSD-3-Clause */
/* All processes that run on this machine. */
#pragma once

#include <stdbool.h>

/* Asks `is` about each, its number as text, until one is. True if /proc cannot be read: who knows.
 */
bool processes_any(bool (*is)(const char *pid, void *what), void *what);
