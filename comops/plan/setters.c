/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/setters.h"

#include "comops/plan/names.h"
#include "comops/plan/sizes.h"
#include "comops/text/text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKEW_MOST = 1000000 }; /* microseconds */

char *setter_list(void *field, char *argument)
{
    text_list_free(*(char ***)field);
    *(char ***)field = text_list(argument);
    return **(char ***)field ? NULL : text_copy("the list is empty");
}

char *setter_text(void *field, char *argument)
{
    *(const char **)field = argument;
    return *argument ? NULL : text_copy("the value is empty");
}

char *setter_flag(void *field, char *argument)
{
    (void)argument;
    *(bool *)field = true;
    return NULL;
}

char *setter_duration(void *field, char *argument)
{
    if (text_parse_duration(argument, field))
        return NULL;
    return text_format("`%s` is not a time above 0, at most " TEXT_DURATION_MOST
                       "; write 90, 90s, 2m or 1h",
                       argument);
}

char *setter_sizes(void *options, char *argument)
{
    char *why = sizes_parse(argument, options);
    char *whole = why ? text_format("%s; write 8, 1K, 4M, 8MiB, 800000 or a range 8:4M: at least 1 "
                                    "byte, and below 2G",
                                    why)
                      : NULL;

    free(why);
    return whole;
}

char *setter_ranks(void *field, char *argument)
{
    char **words = text_list(argument);
    int **ranks = field, count = 0;
    bool good = words[0];

    free(*ranks);
    *ranks = memory_or_die(calloc(text_list_length(words) + 1, sizeof **ranks));
    for (char **word = words; *word && good; word++)
        good = text_parse_ranks(*word, &(*ranks)[count++]);
    text_list_free(words);
    return good ? NULL
                : text_format("`%s` is not a list of numbers of ranks, each from 1 to %d", argument,
                              TEXT_RANKS_MOST);
}

char *setter_perturb(void *field, char *argument)
{
    size_t *bytes = field;

    if (text_parse_size(argument, bytes) && *bytes <= INT_MAX)
        return NULL;
    return text_format("`%s` is not a number of bytes below 2G", argument);
}

char *setter_skew(void *field, char *argument)
{
    struct skew *skew = field;
    char *end;
    const long us = strtol(argument, &end, 10);

    if (!isdigit((unsigned char)*argument) || *end || us < 1 || us > SKEW_MOST)
        return text_format("`%s` is not a number of microseconds from 1 to %d", argument,
                           SKEW_MOST);
    skew->us = (uint32_t)us;
    snprintf(skew->text, sizeof skew->text, "%ldus", us);
    return NULL;
}

char *setter_method(void *field, char *argument)
{
    const struct method **method = field;
    char **names = NULL;

    *method = method_named(argument);
    if (*method)
        return NULL;
    for (const struct method *one = methods; one->name; one++)
        text_list_add(&names, text_copy(one->name));
    char *refusal = names_refusal("method", argument, names);

    text_list_free(names);
    return refusal;
}

char *setter_precision(void *field, char *argument)
{
    double *precision = field;
    char *end;

    *precision = strtod(argument, &end) / 100;
    if (!*end && !isspace((unsigned char)*argument) && *precision > 0 && *precision <= 1)
        return NULL;
    return text_format("`%s` is not a percentage above 0, at most 100", argument);
}

/* As JSON has it in the record: a signed number. */
char *setter_seed(void *field, char *argument)
{
    uint64_t *seed = field;
    char *end;

    errno = 0;
    *seed = strtoull(argument, &end, 0);
    if (isdigit((unsigned char)*argument) && !*end && !errno && *seed <= INT64_MAX)
        return NULL;
    return text_format("`%s` is not a seed: a whole number from 0 to %lld", argument,
                       (long long)INT64_MAX);
}

char *setter_launches(void *field, char *argument)
{
    int64_t launches = 0;
    const bool good = text_parse_number(argument, 1, LAUNCHES_MOST, &launches) &&
                      (launches == 1 || launches >= LAUNCHES_LEAST);

    *(int *)field = (int)launches;
    return good ? NULL
                : text_format("`%s` is not 1 or %d to %d: fewer than %d give no interval", argument,
                              LAUNCHES_LEAST, LAUNCHES_MOST, LAUNCHES_LEAST);
}
