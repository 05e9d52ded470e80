/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/parallel/protocols.h"

#include "comops/contract/registry.h"
#include "pstswm/parallel/communication.h"

int protocol_get(int number)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->pattern, "swap") == 0 && number-- == 0)
            return all[i]->variant;
    return -1;
}

bool protocol_exists(int variant)
{
    int number = 0;

    while (protocol_get(number) >= 0 && protocol_get(number) != variant)
        number++;
    return protocol_get(number) == variant;
}

bool collectives_exist(void)
{
    return path_collectives.name;
}
