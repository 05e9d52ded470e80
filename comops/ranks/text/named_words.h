/* SPDX-License-Identifier: BSD-3-Clause */
/* A request to a worker: one line of words NAME=VALUE, separated by blanks. Values have none. */
#pragma once

#include "comops/ranks/text/json.h"

#include <stdbool.h>
#include <stdint.h>

enum { WORDS_LINE_MOST = 4096, WORDS_MOST = 64 };

struct words {
    int count;
    struct {
        uint16_t name, value; /* where they begin in `line` */
    } word[WORDS_MOST];
    char line[WORDS_LINE_MOST];
};

/* False if it is not such a line, or longer. Words that nobody asks for are allowed. */
bool words_parse(struct words *words, const char *line);

/* A value, or `otherwise` if there is no word of that name. */
const char *words_text(const struct words *words, const char *name, const char *otherwise);
/* A whole number from `least` to `most`; *number is unchanged if there is no such word. */
bool words_integer(const struct words *words, const char *name, int64_t least, int64_t most,
                   int64_t *number);
/* Likewise a finite number. */
bool words_number(const struct words *words, const char *name, double *number);

/* Adds all words as members of an object; those of digits as numbers. */
void words_add(const struct words *words, struct json *json);
