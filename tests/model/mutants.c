/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/model/runtime.h"

enum { SITES_MOST = 256 };

static struct site {
    const void *code;
    bool loads, ordered;
} sites[SITES_MOST];
static int site_count;

static struct mutant planted;

void site_note(const void *code, bool loads, bool ordered)
{
    if (planted.site)
        return;
    for (int i = 0; i < site_count; i++)
        if (sites[i].code == code)
            return;
    if (site_count == SITES_MOST)
        model_fail("more than %d places with atomic accesses", SITES_MOST);
    sites[site_count++] = (struct site){code, loads, ordered};
}

bool site_lacks(const void *site, enum mutation mutation)
{
    return planted.site == site && planted.mutation == mutation;
}

void model_mutate(const struct mutant *mutant)
{
    planted = mutant ? *mutant : (struct mutant){0};
}

int model_mutants(struct mutant *mutants, int most)
{
    int count = 0;

    for (int i = 0; i < site_count; i++)
        for (int mutation = 0; mutation < MUTATIONS && count < most; mutation++)
            if (mutation == RELAXED ? sites[i].ordered : sites[i].loads)
                mutants[count++] = (struct mutant){sites[i].code, mutation};
    site_count = 0;
    return count;
}
