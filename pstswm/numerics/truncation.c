/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/numerics/truncation.h"

#include <stddef.h>
#include <string.h>

static const struct truncation truncations[] = {
    {"T10", 10, 32, 16, 0, {241, 481}, 3600},
    {"T21", 21, 64, 32, 0, {241, 481}, 3600},
    {"T42", 42, 128, 64, 4129859, {241, 481}, 1800},
    {"T85", 85, 256, 128, 24235477, {49, 97}, 900},
    {"T170", 170, 512, 256, 153014243, {49, 97}, 450},
};

enum { TRUNCATIONS = sizeof truncations / sizeof *truncations };

const struct truncation *truncation_get(int number)
{
    return number < TRUNCATIONS ? &truncations[number] : NULL;
}

const struct truncation *truncation_find(const char *name)
{
    for (int i = 0; i < TRUNCATIONS; i++)
        if (strcmp(truncations[i].name, name) == 0)
            return &truncations[i];
    return NULL;
}
