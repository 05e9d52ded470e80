/* SPDX-License-Identifier: BSD-3-Clause */
/* Small things said and read in words: sizes, times, lists, durations. */
#ifndef COMOPS_TEXT_H
#define COMOPS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { TEXT_TIME = 40, TEXT_SIZE = 24 };

/* UTC, ISO 8601 to the millisecond. */
char *text_time(char into[TEXT_TIME], struct timespec when);

/* 8, 1K, 800000, 4M: powers of 1024; false if it is not a size. And back, exactly. */
bool text_parse_size(const char *text, size_t *bytes);
char *text_size(char into[TEXT_SIZE], size_t bytes);
/* To two digits: 900, 1.2K, 16K; for a size that was not measured but worked out. */
char *text_about_size(char into[TEXT_SIZE], double bytes);

/* 90, 90s, 2m, 1h. False if it is not a duration. And back, for people: "50 s", "12 min". */
bool text_parse_duration(const char *text, double *seconds);
char *text_duration(char into[TEXT_TIME], double seconds);

/* Splits "a,(b,c),d" at the commas outside parentheses into a NULL-terminated array; free with
 * text_list_free. */
char **text_list(const char *text);
void text_list_free(char **list);

/* "comops: ..." and a newline on standard error. */
__attribute__((format(printf, 1, 2))) void text_say(const char *format, ...);

/* The pointer, or a message and exit 1 if it is NULL: memory for our own tables never runs out in
 * a way that could be mended. */
void *memory_or_die(void *memory);

#endif
