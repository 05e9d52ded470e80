/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/members.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct member {
    const char *place, *values; /* both in `text` */
};

/* The description that is being read; its members by their places. */
static const char *description;
static char *text;
static struct member *members;
static size_t member_total;
static char refusal[512];

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct member *)a)->place, ((const struct member *)b)->place);
}

static bool read_text(const char *file)
{
    FILE *in = fopen(file, "r");
    size_t size = 0;

    if (!in)
        return false;
    if (getdelim(&text, &size, '\0', in) < 0)
        text = strdup("");
    fclose(in);
    return text;
}

static void split_lines(void)
{
    size_t lines = 1;

    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    members = calloc(lines, sizeof *members);
    if (!members)
        abort();
    for (char *line = text, *end; *line; line = end) {
        end = strchrnul(line, '\n');
        if (*end)
            *end++ = '\0';
        char *values = strchrnul(line, ' ');

        if (*values)
            *values++ = '\0';
        if (*line)
            members[member_total++] = (struct member){line, values};
    }
    qsort(members, member_total, sizeof *members, compare);
}

bool description_open(const char *file, const char **why)
{
    description = file;
    refusal[0] = '\0';
    text = NULL;
    member_total = 0;
    if (!read_text(file))
        description_refuse("%s", strerror(errno));
    else
        split_lines();
    if (text && !member_total)
        description_refuse("it must be a description of a machine");
    *why = description_refusal();
    if (*why)
        description_close();
    return !*why;
}

void description_close(void)
{
    free(members);
    free(text);
    members = NULL;
    text = NULL;
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

/* What follows this place in its line; NULL if there is no such line. */
static const char *values_at(const char *place)
{
    const struct member *found =
        bsearch(&(struct member){.place = place}, members, member_total, sizeof *members, compare);

    return found ? found->values : NULL;
}

static const char *value_of(const char *place, const char *name)
{
    char whole[MEMBER_PLACE];

    snprintf(whole, sizeof whole, "%s%s", place, name);
    return values_at(whole);
}

/* Reads the next of some values; false if it is not such a number. */
static bool next_number(const char **values, double least, double *number)
{
    char *end = NULL;

    if (!*values || (**values != '-' && (**values < '0' || **values > '9')))
        return false;
    *number = strtod(*values, &end);
    if (*end && *end != ' ')
        return false;
    *values = *end ? end + 1 : end;
    return isfinite(*number) && *number >= least;
}

static bool next_integer(const char **values, int least, int most, int *number)
{
    char *end = NULL;

    if (!*values || (**values != '-' && (**values < '0' || **values > '9')))
        return false;
    const long value = strtol(*values, &end, 10);

    if (*end && *end != ' ')
        return false;
    *values = *end ? end + 1 : end;
    *number = (int)value;
    return value >= least && value <= most;
}

bool member_exists(const char *place, const char *name)
{
    return value_of(place, name);
}

/* Without its quotes; false if it is no text. */
static bool unquote(const char *value, char *unquoted, size_t size)
{
    const size_t length = value ? strlen(value) : 0;
    const bool good = length >= 2 && value[0] == '"' && value[length - 1] == '"';

    snprintf(unquoted, size, "%.*s", good ? (int)(length - 2) : 0, good ? value + 1 : "");
    return good;
}

void member_text(const char *place, const char *name, char *into, size_t size)
{
    if (!unquote(value_of(place, name), into, size))
        description_refuse("`%s` must be a text", name);
}

double member_number(const char *place, const char *name, double least)
{
    const char *value = value_of(place, name);
    double number;

    if (next_number(&value, least, &number) && !*value)
        return number;
    description_refuse("`%s` must be a number not below %g", name, least);
    return least;
}

int member_count(const char *place, const char *name, int least, int most)
{
    const char *value = value_of(place, name);
    int number;

    if (next_integer(&value, least, most, &number) && !*value)
        return number;
    description_refuse("`%s` must be an integer from %d to %d", name, least, most);
    return least;
}

int member_choice(const char *place, const char *name, const char *const *words, int count)
{
    char value[32], all[128] = "";
    const bool good = unquote(value_of(place, name), value, sizeof value);

    for (int i = 0; i < count; i++) {
        if (good && strcmp(value, words[i]) == 0)
            return i;
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", words[i]);
    }
    description_refuse("`%s` must be one of %s", name, all);
    return 0;
}

void member_object(const char *name)
{
    const size_t length = strlen(name);

    for (size_t i = 0; i < member_total; i++)
        if (strncmp(members[i].place, name, length) == 0 && members[i].place[length] == '.')
            return;
    description_refuse("`%s` must be an object", name);
}

int list_length(const char *place)
{
    const char *values = values_at(place);
    int count = 0;

    if (!values || !*values)
        return values ? 0 : -1;
    if (*values == '#') {
        values++;
        return next_integer(&values, 0, INT_MAX, &count) ? count : -1;
    }
    for (; values; values = strchr(values, ' ') ? strchr(values, ' ') + 1 : NULL)
        count++;
    return count;
}

int member_list(const char *name, int least, int most)
{
    const int length = list_length(name);

    if (length >= least && length <= most)
        return length;
    if (least == most)
        description_refuse("`%s` must be a list of %d", name, least);
    else
        description_refuse("`%s` must be a list of %d to %d", name, least, most);
    return 0;
}

int element_count(const char *place, const char *name, int index, int least, int most)
{
    const char *values = values_at(place);
    int number = 0;
    bool good = true;

    for (int i = 0; i <= index && good; i++)
        good = next_integer(&values, i < index ? INT_MIN : least, i < index ? INT_MAX : most,
                            &number);
    if (good)
        return number;
    description_refuse("`%s` has an element that is no integer from %d to %d", name, least, most);
    return least;
}

static void row_read(const char *name, int row, int size, double *numbers)
{
    char place[MEMBER_PLACE];

    snprintf(place, sizeof place, "%s.%d", name, row);
    const char *values = values_at(place);

    if (list_length(place) != size) {
        description_refuse("`%s`[%d] must be a list of %d", name, row, size);
        return;
    }
    for (int i = 0; i < size; i++)
        if (!next_number(&values, 0, &numbers[i])) {
            description_refuse("`%s`[%d][%d] must be a number not below 0", name, row, i);
            return;
        }
}

double *member_square(const char *name, int size, bool symmetric)
{
    const int rows = member_list(name, size, size);
    double *square = calloc((size_t)size * (size_t)size + 1, sizeof *square);

    if (!square)
        abort();
    for (int i = 0; i < rows; i++)
        row_read(name, i, size, square + (size_t)i * (size_t)size);
    for (int i = 0; symmetric && i < size; i++)
        for (int j = 0; j < i; j++)
            if (square[i * size + j] != square[j * size + i])
                description_refuse("`%s` must be symmetric: [%d][%d] and [%d][%d] differ", name, i,
                                   j, j, i);
    return square;
}
