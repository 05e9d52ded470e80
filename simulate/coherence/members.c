/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/coherence/members.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *description;
static char refusal[512];

json_t *description_open(const char *file, const char **why)
{
    json_error_t error;
    json_t *root = json_load_file(file, 0, &error);

    description = file;
    refusal[0] = '\0';
    if (!root)
        description_refuse("%s, line %d", error.text, error.line);
    else if (!json_is_object(root))
        description_refuse("it must be a JSON object");
    *why = description_refusal();
    if (*why) {
        json_decref(root);
        return NULL;
    }
    return root;
}

const char *description_refusal(void)
{
    return refusal[0] ? refusal : NULL;
}

void description_refuse(const char *format, ...)
{
    va_list arguments;

    if (refusal[0])
        return;
    const int length = snprintf(refusal, sizeof refusal / 2, "%s: ", description);

    va_start(arguments, format);
    vsnprintf(refusal + length, sizeof refusal - (size_t)length, format, arguments);
    va_end(arguments);
}

static bool is_within(const json_t *value, double least, double most)
{
    return json_is_number(value) && isfinite(json_number_value(value)) &&
           json_number_value(value) >= least && json_number_value(value) <= most;
}

void member_text(const json_t *object, const char *name, char *text, size_t size)
{
    const char *value = json_string_value(json_object_get(object, name));

    if (!value)
        description_refuse("`%s` must be a text", name);
    snprintf(text, size, "%s", value ? value : "");
}

double member_number(const json_t *object, const char *name, double least)
{
    const json_t *value = json_object_get(object, name);

    if (is_within(value, least, HUGE_VAL))
        return json_number_value(value);
    description_refuse("`%s` must be a number not below %g", name, least);
    return least;
}

int member_count(const json_t *object, const char *name, int least, int most)
{
    const json_t *value = json_object_get(object, name);

    if (json_is_integer(value) && is_within(value, least, most))
        return (int)json_integer_value(value);
    description_refuse("`%s` must be an integer from %d to %d", name, least, most);
    return least;
}

int member_choice(const json_t *object, const char *name, const char *const *words, int count)
{
    const char *value = json_string_value(json_object_get(object, name));
    char all[128] = "";

    for (int i = 0; i < count; i++) {
        if (value && strcmp(value, words[i]) == 0)
            return i;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", words[i]);
    }
    description_refuse("`%s` must be one of %s", name, all);
    return 0;
}

const json_t *member_object(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    if (!json_is_object(value))
        description_refuse("`%s` must be an object", name);
    return value;
}

const json_t *member_list(const json_t *object, const char *name, int least, int most)
{
    const json_t *list = json_object_get(object, name);
    const size_t size = json_array_size(list);

    if (json_is_array(list) && size >= (size_t)least && size <= (size_t)most)
        return list;
    if (least == most)
        description_refuse("`%s` must be a list of %d", name, least);
    else
        description_refuse("`%s` must be a list of %d to %d", name, least, most);
    return NULL;
}

int element_count(const json_t *list, const char *name, int index, int least, int most)
{
    const json_t *value = json_array_get(list, (size_t)index);

    if (json_is_integer(value) && is_within(value, least, most))
        return (int)json_integer_value(value);
    description_refuse("`%s` has an element that is no integer from %d to %d", name, least, most);
    return least;
}

static void square_read(const json_t *rows, const char *name, int size, double *square)
{
    for (int i = 0; i < size; i++) {
        const json_t *row = json_array_get(rows, (size_t)i);

        if (json_array_size(row) != (size_t)size)
            description_refuse("`%s`[%d] must be a list of %d", name, i, size);
        for (int j = 0; j < size; j++) {
            const json_t *value = json_array_get(row, (size_t)j);

            if (!is_within(value, 0, HUGE_VAL))
                description_refuse("`%s`[%d][%d] must be a number not below 0", name, i, j);
            square[i * size + j] = json_number_value(value);
        }
    }
}

double *member_square(const json_t *object, const char *name, int size, bool symmetric)
{
    const json_t *rows = member_list(object, name, size, size);
    double *square = calloc((size_t)size * (size_t)size + 1, sizeof *square);

    if (!square)
        abort();
    square_read(rows, name, size, square);
    for (int i = 0; symmetric && i < size; i++)
        for (int j = 0; j < i; j++)
            if (square[i * size + j] != square[j * size + i])
                description_refuse("`%s` must be symmetric: [%d][%d] and [%d][%d] differ", name, i,
                                   j, j, i);
    return square;
}
