/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/text.h"

#include "comops/text/escape.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_parse_number(const char *text, int64_t least, int64_t most, int64_t *number)
{
    char *end;

    if (!isdigit((unsigned char)*text))
        return false;
    errno = 0;
    *number = strtoll(text, &end, 10);
    return !*end && !errno && *number >= least && *number <= most;
}

bool text_parse_ranks(const char *text, int *ranks)
{
    int64_t number;

    if (!text_parse_number(text, 1, TEXT_RANKS_MOST, &number))
        return false;
    *ranks = (int)number;
    return true;
}

char *text_format_list(const char *format, va_list arguments)
{
    char *text = NULL;

    if (vasprintf(&text, format, arguments) < 0)
        text = NULL;
    return memory_or_die(text);
}

char *text_format(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments);

    va_end(arguments);
    return text;
}

char *text_copy(const char *text)
{
    return text ? memory_or_die(strdup(text)) : NULL;
}

void text_list_add(char ***list, char *word)
{
    size_t count = 0;

    while (*list && (*list)[count])
        count++;
    *list = memory_grow(*list, count + 1, sizeof **list);
    (*list)[count] = word;
    (*list)[count + 1] = NULL;
}

void text_list_free(char **list)
{
    for (char **word = list; list && *word; word++)
        free(*word);
    free(list);
}

void text_say(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments), *safe = escape_terminal(text);

    va_end(arguments);
    fprintf(stderr, "comops: %s\n", safe);
    free(text);
    free(safe);
}

void *memory_or_die(void *memory)
{
    if (!memory) {
        fputs("comops: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *memory_grow(void *memory, size_t count, size_t size)
{
    return memory_or_die(realloc(memory, (count + 1) * size));
}
