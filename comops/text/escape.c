/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/escape.h"

#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
