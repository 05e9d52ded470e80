/* SPDX-License-Identifier: BSD-3-Clause */
/* Text of unknown origin, made safe to print and to record. The caller frees what they return. */
#pragma once

/* For a terminal: control characters, those that hide or reorder text, and bytes that are not UTF-8
 * become \u001b, \u202e, \xff. */
char *escape_terminal(const char *text);

/* For JSON: bytes that are not UTF-8 become \xff, and a backslash that would read like one \x5c. */
char *escape_bytes(const char *text);
/* Undoes escape_bytes. */
char *escape_bytes_undo(const char *text);
