/* SPDX-License-Identifier: BSD-3-Clause */
#include "parts.h"

#include "machines.h"

#include <stdlib.h>
#include <string.h>

const json_t *domain_among(const json_t *json, const char *parts, int pu)
{
    const json_t *best = NULL;
    size_t i;
    json_t *part;

    json_array_foreach(json_object_get(json, parts), i, part)
    {
        json_t *pus = json_object_get(part, "pus");
        if (pus_find(pus, pu) >= 0 && (!best || json_array_size(pus) < json_array_size(best)))
            best = pus;
    }
    return best;
}

int domains_count(const json_t *json, const char *parts, int cores[], int most)
{
    const json_t *seen[256];
    size_t i;
    json_t *core;
    int count = 0;

    json_array_foreach(json_object_get(json, "cores"), i, core)
    {
        json_t *usable = json_object_get(core, "usable_pus");
        const json_t *domain =
            domain_among(json, parts, (int)json_integer_value(json_array_get(usable, 0)));
        int d = 0;
        while (d < count && !json_equal(seen[d], domain))
            d++;
        if (!domain || d == most)
            continue;
        if (d == count) {
            seen[count] = domain;
            cores[count++] = 0;
        }
        cores[d]++;
    }
    return count;
}

const char *domain_kind(const json_t *json)
{
    int cores[256];

    if (domains_count(json, "numa_nodes", cores, 256) >= 2)
        return "numa_nodes";
    return domains_count(json, "packages", cores, 256) >= 2 ? "packages" : NULL;
}

bool domains_differ(const json_t *json, const char *kind, int one, int other)
{
    return !json_equal(domain_among(json, kind, one), domain_among(json, kind, other));
}

bool ranks_distinct(const struct placement *placement, const json_t *json, bool by_core)
{
    int *places = calloc((size_t)placement->ranks, sizeof(*places)), sibling;
    bool distinct = true;

    for (int one = 0; one < placement->ranks; one++) {
        places[one] = by_core ? core_of(json, placement->pus[one], &sibling) : placement->pus[one];
        for (int other = 0; other < one; other++)
            distinct = distinct && places[one] != places[other];
    }
    free(places);
    return distinct;
}

bool placements_match(const struct placement *one, const json_t *one_json,
                      const struct placement *other, const json_t *other_json)
{
    if (!one->pus || !other->pus)
        return one->refused && other->refused && !strcmp(one->refused, other->refused);
    for (int rank = 0; rank < one->ranks; rank++) {
        int sibling, other_sibling;
        if (core_of(one_json, one->pus[rank], &sibling) !=
                core_of(other_json, other->pus[rank], &other_sibling) ||
            sibling != other_sibling)
            return false;
    }
    return true;
}
