/* SPDX-License-Identifier: BSD-3-Clause */
/* The grammar of what an implementation declares (docs/method.md, "Why"). */
#pragma once

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool formula_skip(const char **text, const char *word)
{
    const size_t length = strlen(word);
    const bool there = strncmp(*text, word, length) == 0;

    *text += there ? length : 0;
    return there;
}

/* Digits, with a fraction or without. */
static inline bool formula_number(const char **text, double *value)
{
    static const char digits[] = "0123456789";
    const size_t whole = strspn(*text, digits);
    const size_t fraction = (*text)[whole] == '.' ? strspn(*text + whole + 1, digits) : 0;

    if (!whole || ((*text)[whole] == '.' && !fraction))
        return false;
    *value = strtod(*text, NULL);
    *text += whole + (fraction ? 1 + fraction : 0);
    return true;
}

static inline bool formula_term(const char **text, int ranks, double *value)
{
    int rounds = 0;

    while (1 << rounds < ranks)
        rounds++;
    if (formula_number(text, value)) {
        if (formula_skip(text, "(P-1)"))
            *value *= ranks - 1;
        else if (formula_skip(text, " log2 P"))
            *value *= rounds;
        return true;
    }
    if (formula_skip(text, "log2 P"))
        *value = rounds;
    else if (formula_skip(text, "P-1"))
        *value = ranks - 1;
    else if (formula_skip(text, "P"))
        *value = ranks;
    else
        return false;
    return true;
}

static inline bool formula_sum(const char **text, int ranks, double *value)
{
    double term, sign = 1;

    *value = 0;
    do {
        if (!formula_term(text, ranks, &term))
            return false;
        *value += sign * term;
        sign = strncmp(*text, " - ", 3) == 0 ? -1 : 1;
    } while (formula_skip(text, " + ") || formula_skip(text, " - "));
    return true;
}

/* Terms joined by " + " or " - ": a number, P, P-1, N(P-1), log2 P or N log2 P. Behind that there
 * may be ", N with 2 ranks". False if it is none of this. */
static inline bool formula_value(const char *text, int ranks, double *value)
{
    double with_two;

    if (!formula_sum(&text, ranks, value))
        return false;
    if (formula_skip(&text, ", ")) {
        if (!formula_number(&text, &with_two) || !formula_skip(&text, " with 2 ranks"))
            return false;
        *value = ranks == 2 ? with_two : *value;
    }
    return *text == '\0';
}
