/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/text/nearest.h"

#include "comops/text/text.h"

#include <string.h>
#include <strings.h>

enum { LETTERS = 31, FARTHEST = 2 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Letters to change; more than FARTHEST for long words. */
static int distance(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    int steps[LETTERS + 1][LETTERS + 1];

    if (rows > LETTERS || columns > LETTERS)
        return FARTHEST + 1;
    for (size_t i = 0; i <= rows; i++)
        for (size_t j = 0; j <= columns; j++) {
            if (!i || !j) {
                steps[i][j] = (int)(i + j);
                continue;
            }
            steps[i][j] = least(least(steps[i - 1][j], steps[i][j - 1]) + 1,
                                steps[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                steps[i][j] = least(steps[i][j], steps[i - 2][j - 2] + 1);
        }
    return steps[rows][columns];
}

const char *nearest_name(const char *word, const char *const *names)
{
    const size_t length = strlen(word);
    const char *nearest = NULL;
    int best = length < 4 ? 1 : FARTHEST;

    for (; length > 1 && names && *names; names++) {
        const bool begins = strncasecmp(word, *names, length) == 0;
        const int far = begins ? 0 : distance(word, *names);

        if (far > best || (nearest && far == best))
            continue;
        nearest = *names;
        best = far;
    }
    return nearest;
}

char *nearest_question(const char *word, const char *const *names)
{
    const char *nearest = nearest_name(word, names);

    return nearest ? text_format("; did you mean `%s`?", nearest) : text_copy("");
}
