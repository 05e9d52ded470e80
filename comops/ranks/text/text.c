/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/text/text.h"

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

/* ---- text of unknown origin --------------------------------------------------------------- */

enum { ESCAPE_MOST = 12 }; /* "\U000e0001" and its end */

/* Unicode: control characters (Cc), separators of lines (Zl, Zp), and of the format characters (Cf)
 * those that are invisible or change the direction. */
static const struct {
    uint32_t first, last;
} unsafe[] = {{0x0, 0x1f},      {0x7f, 0x9f},     {0xad, 0xad},      {0x61c, 0x61c},
              {0x180e, 0x180e}, {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f},
              {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

size_t escape_decode(const char *text, uint32_t *point)
{
    static const struct {
        uint32_t mask, lead, least;
    } forms[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length = 0;

    while (length < 4 && (bytes[0] & forms[length].mask) != forms[length].lead)
        length++;
    if (length == 4)
        return 0;
    *point = bytes[0] & ~forms[length].mask;
    for (size_t i = 1; i <= length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *point = *point << 6 | (bytes[i] & 0x3f);
    }
    const bool surrogate = *point >= 0xd800 && *point <= 0xdfff;

    return *point >= forms[length].least && *point <= 0x10ffff && !surrogate ? length + 1 : 0;
}

static bool is_unsafe(uint32_t point)
{
    for (size_t i = 0; i < sizeof unsafe / sizeof *unsafe; i++)
        if (point >= unsafe[i].first && point <= unsafe[i].last)
            return true;
    return false;
}

char *escape_terminal(const char *text)
{
    char *copy = memory_or_die(malloc(strlen(text) * ESCAPE_MOST + 1)), *end = copy;
    uint32_t point = 0;

    while (*text) {
        const size_t length = escape_decode(text, &point);

        if (!length)
            end += sprintf(end, "\\x%02x", (unsigned char)*text);
        else if (is_unsafe(point))
            end += sprintf(end, point > 0xffff ? "\\U%08x" : "\\u%04x", point);
        else
            end = mempcpy(end, text, length);
        text += length ? length : 1;
    }
    *end = '\0';
    return copy;
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
