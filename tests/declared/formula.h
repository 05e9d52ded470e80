/* SPDX-License-Identifier: BSD-3-Clause */
/* The grammar of what an implementation declares (docs/method.md). */
#pragma once

#define FORMULA_BOUND "at most "

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What a formula is in. */
struct variables {
    int ranks;   /* P */
    int grouped; /* G: in the groups through which a rank reaches all others, added up */
    int levels;  /* L: these groups */
};

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

static inline bool formula_term(const char **text, struct variables of, double *value)
{
    int rounds = 0;

    while (1 << rounds < of.ranks)
        rounds++;
    if (formula_number(text, value)) {
        if (formula_skip(text, "(P-1)"))
            *value *= of.ranks - 1;
        else if (formula_skip(text, " log2 P"))
            *value *= rounds;
        else if (formula_skip(text, " L"))
            *value *= of.levels;
        return true;
    }
    if (formula_skip(text, "log2 P"))
        *value = rounds;
    else if (formula_skip(text, "P-1"))
        *value = of.ranks - 1;
    else if (formula_skip(text, "P"))
        *value = of.ranks;
    else if (formula_skip(text, "G"))
        *value = of.grouped;
    else if (formula_skip(text, "L"))
        *value = of.levels;
    else
        return false;
    return true;
}

static inline bool formula_sum(const char **text, struct variables of, double *value)
{
    double term, sign = 1;

    *value = 0;
    do {
        if (!formula_term(text, of, &term))
            return false;
        *value += sign * term;
        sign = strncmp(*text, " - ", 3) == 0 ? -1 : 1;
    } while (formula_skip(text, " + ") || formula_skip(text, " - "));
    return true;
}

/* Terms joined by " + " or " - ": a number, P, P-1, N(P-1), log2 P, N log2 P, G, L or N L. Behind
 * that there may be ", N with 2 ranks", before it "at most ". False if it is none of this. */
static inline bool formula_value(const char *text, struct variables of, double *value)
{
    double with_two;

    formula_skip(&text, FORMULA_BOUND);
    if (!formula_sum(&text, of, value))
        return false;
    if (formula_skip(&text, ", ")) {
        if (!formula_number(&text, &with_two) || !formula_skip(&text, " with 2 ranks"))
            return false;
        *value = of.ranks == 2 ? with_two : *value;
    }
    return *text == '\0';
}
