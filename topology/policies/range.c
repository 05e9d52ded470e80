/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_INDEX = 1 << 16 };

bool number_read(const char **text, int *number)
{
    long value = 0;

    if (!isdigit((unsigned char)**text))
        return false;
    for (; isdigit((unsigned char)**text) && value < MOST_INDEX; ++*text)
        value = value * 10 + **text - '0';
    *number = (int)value;
    return value < MOST_INDEX;
}

static bool word_read(const char **text, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*text, word, length))
        return false;
    *text += length;
    return true;
}

/* "N", "N-M", "N-" or "N:COUNT". */
static bool numbers_read(const char **text, struct range *range)
{
    int last;

    if (!number_read(text, &range->first))
        return false;
    range->amount = 1;
    if (word_read(text, ":")) {
        range->wraps = true;
        return number_read(text, &range->amount) && range->amount > 0;
    }
    if (!word_read(text, "-"))
        return true;
    range->amount = REST;
    if (!isdigit((unsigned char)**text))
        return true;
    if (!number_read(text, &last) || last < range->first)
        return false;
    range->amount = last - range->first + 1;
    return true;
}

static bool range_read(const char **text, struct range *range)
{
    *range = (struct range){.amount = REST, .step = 1};
    if (word_read(text, "all"))
        return true;
    range->step = 2;
    if (word_read(text, "even"))
        return true;
    range->first = 1;
    if (word_read(text, "odd"))
        return true;
    range->step = 1;
    return numbers_read(text, range);
}

/* hwloc accepts "core7" as core; only caches and groups have digits in their names. */
static bool type_has_cores(const char *name)
{
    union hwloc_obj_attr_u attributes;
    hwloc_obj_type_t type;

    if (hwloc_type_sscanf(name, &type, &attributes, sizeof(attributes)))
        return false;
    if (name[strcspn(name, "0123456789")] && type != HWLOC_OBJ_GROUP &&
        !hwloc_obj_type_is_cache(type))
        return false;
    return hwloc_obj_type_is_normal(type) || type == HWLOC_OBJ_NUMANODE;
}

bool tuple_read(const char *text, struct tuple *tuple, char *why, size_t why_size)
{
    size_t length = strcspn(text, ":.+");

    snprintf(tuple->type, sizeof(tuple->type), "%.*s", (int)length, text);
    if (text[length] != ':') {
        snprintf(why, why_size, "`%s` is not a location like numa:0.core:0-3", text);
        return false;
    }
    if (strspn(tuple->type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") !=
            length ||
        !type_has_cores(tuple->type)) {
        snprintf(why, why_size, "`%.*s` is not a part of a machine with cores in it", (int)length,
                 text);
        return false;
    }
    tuple->rest = text + length + 1;
    if (range_read(&tuple->rest, &tuple->range) && strchr(".+", *tuple->rest))
        return true; /* strchr finds the end too */
    snprintf(why, why_size, "`%s` is not N, N-M, N-, N:COUNT, all, odd or even", text + length + 1);
    return false;
}
