/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks members of a description. The first error is kept as the refusal, and later
 * reads return 0, so callers need no checks of their own. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* NULL, with *why, if there is no JSON object in the file. */
json_t *description_open(const char *file, const char **why);
/* The refusal, which names the file; NULL: no error. */
const char *description_refusal(void);
void description_refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

void member_text(const json_t *object, const char *name, char *text, size_t size);
double member_number(const json_t *object, const char *name, double least);
int member_count(const json_t *object, const char *name, int least, int most);
/* The index of the word. */
int member_choice(const json_t *object, const char *name, const char *const *words, int count);
const json_t *member_object(const json_t *object, const char *name);
/* A list with `least` to `most` elements. */
const json_t *member_list(const json_t *object, const char *name, int least, int most);
/* A matrix of numbers not below 0; the caller frees it. */
double *member_square(const json_t *object, const char *name, int size, bool symmetric);
int element_count(const json_t *list, const char *name, int index, int least, int most);
