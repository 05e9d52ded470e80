/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as people write them, messages, and checked memory allocation. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Accepts only decimal digits; false if it is not a number from `least` to `most`. */
bool text_parse_number(const char *text, int64_t least, int64_t most, int64_t *number);
/* A number of ranks, from 1 to TEXT_RANKS_MOST. */
enum { TEXT_RANKS_MOST = 4096 };
bool text_parse_ranks(const char *text, int *ranks);

/* As asprintf and strdup; the caller frees. A copy of NULL is NULL. */
__attribute__((format(printf, 1, 2))) char *text_format(const char *format, ...);
__attribute__((format(printf, 1, 0))) char *text_format_list(const char *format, va_list arguments);
char *text_copy(const char *text);

/* A NULL-terminated list of words; NULL is an empty one. text_list_add takes the word;
 * text_list_free frees the words, too. */
void text_list_add(char ***list, char *word);
void text_list_free(char **list);

/* ---- text of unknown origin, made safe to print ------------------------------------------- */

/* The bytes of the UTF-8 character at the beginning, as RFC 3629 defines it; 0 if there is none. */
size_t escape_decode(const char *text, uint32_t *point);

/* For a terminal: control characters, those that hide or reorder text, and bytes that are not UTF-8
 * become \u001b, \u202e, \xff. The caller frees. */
char *escape_terminal(const char *text);

/* "comops: ..." on standard error, through escape_terminal. */
__attribute__((format(printf, 1, 2))) void text_say(const char *format, ...);

/* Returns the pointer; if it is NULL, prints a message and exits with status 1. */
void *memory_or_die(void *memory);
/* An array of `count` elements of `size` bytes, with space for one more. */
void *memory_grow(void *memory, size_t count, size_t size);
