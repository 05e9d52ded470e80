/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks members of a description, which descriptions/description.py writes: a
 * line for each value or list of values, with its place among the objects and lists it lies in:
 *
 *     name "two"
 *     cores #2
 *     cores.0.llc 0
 *     transfer_ns #2
 *     transfer_ns.0 0 50
 *
 * `#` precedes the length of a list of objects or lists. The first error is kept as the refusal,
 * and later reads return the least that is allowed, so callers need no checks of their own. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { MEMBER_PLACE = 128 };

/* False, with *why, if there is no description in the file. */
bool description_open(const char *file, const char **why);
void description_close(void);
/* The refusal, which names the file; NULL: no error. */
const char *description_refusal(void);
void description_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `place`: of the object, "mpi." or "cores.0."; empty for the description itself. */
bool member_exists(const char *place, const char *name);
void member_text(const char *place, const char *name, char *text, size_t size);
double member_number(const char *place, const char *name, double least);
int member_count(const char *place, const char *name, int least, int most);
/* The index of the word. */
int member_choice(const char *place, const char *name, const char *const *words, int count);
/* Refuses the description if there is no such object. */
void member_object(const char *name);
/* The length of a list with `least` to `most` elements; 0 if it has not. */
int member_list(const char *name, int least, int most);
/* The length of the list at this place; -1 if there is none. */
int list_length(const char *place);
/* A matrix of numbers not below 0; the caller frees it. */
double *member_square(const char *name, int size, bool symmetric);
/* The number of elements of the list at this place; `name` is for the refusal. */
int element_count(const char *place, const char *name, int index, int least, int most);
