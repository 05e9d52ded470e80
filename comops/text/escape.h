/* SPDX-License-Identifier: BSD-3-Clause */
/* Text of unknown origin, made safe to print. */
#pragma once

/* For a terminal: control characters, those that hide or reorder text, and bytes that are not UTF-8
 * become \u001b, \u202e, \xff. The caller frees. */
char *escape_terminal(const char *text);
