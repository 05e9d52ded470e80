/* SPDX-License-Identifier: BSD-3-Clause */
/* When to use colours. */
#pragma once

#include <stdbool.h>

/* Standard output is a terminal, and NO_COLOR is unset or empty (no-color.org). */
bool colour_wanted(void);
