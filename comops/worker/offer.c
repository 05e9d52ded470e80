/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/worker/offer.h"

#include "comops/contract/registry.h"

#include <stdio.h>

void offer_print(json_t *line)
{
    json_dumpf(line, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(line);
}

static json_t *absence_json(const char *path, const char *protocol, const char *patterns,
                            const char *reason)
{
    return json_pack("{ss ss ss ss}", "path", path, "protocol", protocol, "absent", patterns,
                     "reason", reason);
}

static json_t *implementation_json(const struct implementation *one, const char *path)
{
    const char *why = one->refused ? one->refused() : NULL;

    if (why)
        return absence_json(path, one->protocol, one->pattern, why);
    return json_pack("{ss ss ss ss ss ss ss* ss* ss* ss* ss* ss*}", "path", path, "protocol",
                     one->protocol, "pattern", one->pattern, "summary", one->summary, "file",
                     one->file, "with", one->with ? one->with : "", "family", one->family, "copies",
                     one->copies, "crossings", one->crossings, "crossings_used",
                     one->crossings_used, "lines", one->lines, "waits", one->waits);
}

void offer_print_implementations(const char *path)
{
    int count, absence_count;
    const struct absence *const *absences = registry_absences(&absence_count);
    const struct implementation *const *all = registry_implementations(&count);

    /* Families of protocols come last, after the parts of all objects. */
    for (int families = 0; families < 2; families++)
        for (int i = 0; i < count; i++)
            if (!all[i]->family == !families)
                offer_print(implementation_json(all[i], path ? path : all[i]->path));
    for (int i = 0; i < absence_count; i++)
        offer_print(absence_json(absences[i]->path, absences[i]->protocol, absences[i]->patterns,
                                 absences[i]->reason));
}

static json_t *series_json(const struct pattern *pattern, int ranks)
{
    json_t *values = json_array();
    size_t value;

    for (int i = 0; pattern->series && (value = pattern->series(ranks, i)) != SERIES_END; i++)
        json_array_append_new(values, json_integer((json_int_t)value));
    return values;
}

void offer_print_patterns(int ranks)
{
    int count;
    const struct pattern *const *all = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        offer_print(json_pack("{ss si si sb sb sb sb sb ss? so}", "name", all[i]->name, "unit",
                              (int)all[i]->unit, "min_ranks", all[i]->min_ranks, "empty",
                              all[i]->empty, "isolated", all[i]->isolated, "passive",
                              all[i]->passive, "reduces", all[i]->reduces, "by_default",
                              all[i]->by_default, "series_of", all[i]->series_of, "series",
                              series_json(all[i], ranks)));
}
