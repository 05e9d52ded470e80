/* SPDX-License-Identifier: BSD-3-Clause */
/* Members of a description, checked. The first thing that is wrong is kept as the refusal, and what
 * is read afterwards is 0, so a reader needs no checks of its own. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* NULL, with *why, if there is no JSON object in the file. */
json_t *description_open(const char *file, const char **why);
/* Names the file; NULL: nothing has been wrong. */
const char *description_refusal(void);
void description_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

void member_text(const json_t *object, const char *name, char *text, size_t size);
double member_number(const json_t *object, const char *name, double least);
int member_count(const json_t *object, const char *name, int least, int most);
/* Which of the words it is. */
int member_choice(const json_t *object, const char *name, const char *const *words, int count);
const json_t *member_object(const json_t *object, const char *name);
/* With at least and at most so many elements. */
const json_t *member_list(const json_t *object, const char *name, int least, int most);
/* A matrix of numbers not below 0; the caller frees it. */
double *member_square(const json_t *object, const char *name, int size, bool symmetric);
int element_count(const json_t *list, const char *name, int index, int least, int most);
