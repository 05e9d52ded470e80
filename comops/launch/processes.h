/* SPDX-License-Identifier: BSD-3-Clause */
/* All processes that run on this machine. */
#pragma once

#include <stdbool.h>

/* Asks `is` about each, its number as text, and tells whether one was; all are asked. True if
 * /proc cannot be read: who knows. */
bool processes_any(bool (*is)(const char *pid, const void *what), const void *what);
