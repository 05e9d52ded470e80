/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes, times, durations and lists as people write them, and checked memory allocation. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { TEXT_TIME = 40, TEXT_SIZE = 24 };

/* UTC, ISO 8601 to the millisecond. */
char *text_time(char into[TEXT_TIME], struct timespec when);

/* "8", "1K", "800000", "4MiB" in bytes, by powers of 1024; SIZE_MAX if it is more than that, false
 * if it is not a size. And the exact inverse. */
bool text_parse_size(const char *text, size_t *bytes);
char *text_size(char into[TEXT_SIZE], size_t bytes);
/* With two digits: 900, 1.2K, 16K; for a size that was estimated, not measured. */
char *text_about_size(char into[TEXT_SIZE], double bytes);

/* Decimals to show of a value whose interval has this half-width: the last one is worth 1/36 to
 * 1/3.6 of it (the rule of the Particle Data Group, Review of Particle Physics, introduction,
 * section 5.3); at most TEXT_DECIMALS. With a half-width of 0, that is without an interval, three
 * significant digits. */
enum { TEXT_DECIMALS = 4 };
int text_decimals(double value, double half_width);

/* Accepts only decimal digits; false if it is not a number from `least` to `most`. */
bool text_parse_number(const char *text, int64_t least, int64_t most, int64_t *number);
/* A number of ranks, from 1 to TEXT_RANKS_MOST. */
enum { TEXT_RANKS_MOST = 4096 };
bool text_parse_ranks(const char *text, int *ranks);

/* "90", "90s", "2m", "1h" in seconds; false unless it is above 0 and at most TEXT_DURATION_MOST.
 * And back: "50 s", "12 min". */
#define TEXT_DURATION_MOST "1000000h"
bool text_parse_duration(const char *text, double *seconds);
char *text_duration(char into[TEXT_TIME], double seconds);

/* Lists of words are NULL-terminated; NULL is an empty list. text_list splits "a,(b,c),d" at the
 * commas outside parentheses; text_list_add takes the word; text_list_free frees the words too. */
char **text_list(const char *text);
size_t text_list_length(char *const *list);
bool text_list_has(char *const *list, const char *word);
void text_list_add(char ***list, char *word);
void text_list_free(char **list);
/* "a, b, c"; the caller frees. */
char *text_list_join(char *const *words);

/* As asprintf and strdup; the caller frees. A copy of NULL is NULL. */
__attribute__((format(printf, 1, 2))) char *text_format(const char *format, ...);
__attribute__((format(printf, 1, 0))) char *text_format_list(const char *format, va_list arguments);
char *text_copy(const char *text);

/* "comops: ..." on standard error, through escape_terminal and wrap_print: an error; a note, which
 * -q hides; a detail, only with -v. */
extern enum text_level { TEXT_QUIET, TEXT_NORMAL, TEXT_VERBOSE } text_level;
__attribute__((format(printf, 1, 2))) void text_say(const char *format, ...);
__attribute__((format(printf, 1, 2))) void text_note(const char *format, ...);
__attribute__((format(printf, 1, 2))) void text_detail(const char *format, ...);

/* Returns the pointer; if it is NULL, prints a message and exits with status 1. */
void *memory_or_die(void *memory);
/* An array of `count` elements of `size` bytes, with space for one more. */
void *memory_grow(void *memory, size_t count, size_t size);
