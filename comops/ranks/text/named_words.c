/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/text/named_words.h"

#include "comops/ranks/text/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool words_parse(struct words *words, const char *line)
{
    const size_t length = strcspn(line, "\n");
    char *rest;

    words->count = 0;
    if (length >= WORDS_LINE_MOST)
        return false;
    memcpy(words->line, line, length);
    words->line[length] = '\0';
    for (char *word = strtok_r(words->line, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *sign = strchr(word, '=');

        if (!sign || sign == word || words->count == WORDS_MOST)
            return false;
        *sign = '\0';
        words->word[words->count].name = (uint16_t)(word - words->line);
        words->word[words->count++].value = (uint16_t)(sign + 1 - words->line);
    }
    return words->count;
}

const char *words_text(const struct words *words, const char *name, const char *otherwise)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->line + words->word[i].name, name) == 0)
            return words->line + words->word[i].value;
    return otherwise;
}

bool words_integer(const struct words *words, const char *name, int64_t least, int64_t most,
                   int64_t *number)
{
    const char *value = words_text(words, name, NULL);

    return !value || text_parse_number(value, least, most, number);
}

bool words_number(const struct words *words, const char *name, double *number)
{
    const char *value = words_text(words, name, NULL);
    char *end = NULL;

    if (value)
        *number = strtod(value, &end);
    return !value || (*value && !*end && isfinite(*number));
}

void words_add(const struct words *words, struct json *json)
{
    int64_t number;

    for (int i = 0; i < words->count; i++) {
        const char *name = words->line + words->word[i].name;
        const char *value = words->line + words->word[i].value;

        if (text_parse_number(value, 0, INT64_MAX, &number))
            json_add_integer(json, name, number);
        else
            json_add_text(json, name, value);
    }
}
