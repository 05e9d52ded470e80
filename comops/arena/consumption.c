/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/arena/consumption.h"

#include <stddef.h>
#include <string.h>

const char *const consumption_names[] = {"no", "between", "timed", NULL};

bool consumption_named(const char *name, enum consumption *consumption)
{
    for (int i = 0; consumption_names[i]; i++)
        if (strcmp(name, consumption_names[i]) == 0) {
            *consumption = (enum consumption)i;
            return true;
        }
    return false;
}
