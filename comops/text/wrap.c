/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/wrap.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { COLUMNS_LEAST = 40 }; /* narrower lines would be no easier to read */

/* 0 if it is no terminal, or if its width is unknown. */
static int columns_of(FILE *out)
{
    struct winsize size;
    const int file = fileno(out);

    if (file < 0 || !isatty(file) || ioctl(file, TIOCGWINSZ, &size) != 0 || !size.ws_col)
        return 0;
    return size.ws_col < COLUMNS_LEAST ? COLUMNS_LEAST : size.ws_col;
}

/* Columns of the first `length` bytes: of UTF-8, those that begin a character. */
static int width_of(const char *text, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

void wrap_columns(FILE *out, const char *text, int indent, int columns)
{
    int at = 0, begin = 0; /* columns: of the next word, and of the line's first */

    for (const char *word = text; *word;) {
        const size_t blanks = strspn(word, " "), length = strcspn(word + blanks, " ");
        const int width = width_of(word, blanks + length);

        if (columns && at > begin && at + width > columns) {
            fprintf(out, "\n%*s%.*s", indent, "", (int)length, word + blanks);
            begin = indent;
            at = indent + width - (int)blanks;
        } else {
            fprintf(out, "%.*s", (int)(blanks + length), word);
            at += width;
        }
        word += blanks + length;
    }
    fputc('\n', out);
}

void wrap_print(FILE *out, const char *text, int indent)
{
    wrap_columns(out, text, indent, columns_of(out));
}
