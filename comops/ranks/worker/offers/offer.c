/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/worker/offers/offer.h"

#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/json.h"

#include <stdio.h>

static void end_line(struct json *json)
{
    json_end(json, '}');
    putchar('\n');
}

static void print_absence(const char *path, const char *protocol, const char *patterns,
                          const char *reason)
{
    struct json json = {.out = stdout};

    json_begin_object(&json, NULL);
    json_add_text(&json, "path", path);
    json_add_text(&json, "protocol", protocol);
    json_add_text(&json, "absent", patterns);
    json_add_text(&json, "reason", reason);
    end_line(&json);
}

static void add_if_known(struct json *json, const char *name, const char *value)
{
    if (value)
        json_add_text(json, name, value);
}

static void print_implementation(const struct implementation *one, const char *path)
{
    struct json json = {.out = stdout};
    const char *why = one->refused ? one->refused() : NULL;

    if (why) {
        print_absence(path, one->protocol, one->pattern, why);
        return;
    }
    json_begin_object(&json, NULL);
    json_add_text(&json, "path", path);
    json_add_text(&json, "protocol", one->protocol);
    json_add_text(&json, "pattern", one->pattern);
    json_add_text(&json, "summary", one->summary);
    json_add_text(&json, "file", one->file);
    json_add_text(&json, "with", one->with ? one->with : "");
    add_if_known(&json, "family", one->family);
    add_if_known(&json, "copies", one->copies);
    add_if_known(&json, "crossings", one->crossings);
    add_if_known(&json, "crossings_used", one->crossings_used);
    add_if_known(&json, "lines", one->lines);
    add_if_known(&json, "waits", one->waits);
    end_line(&json);
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
                print_implementation(all[i], path ? path : all[i]->path);
    for (int i = 0; i < absence_count; i++)
        print_absence(absences[i]->path, absences[i]->protocol, absences[i]->patterns,
                      absences[i]->reason);
}

void offer_add_pattern(struct json *json, const struct pattern *pattern)
{
    json_add_text(json, "name", pattern->name);
    json_add_text(json, "summary", pattern->summary);
    json_add_text(json, "completion", pattern->completion);
    json_add_text(json, "bytes", pattern->bytes_mean);
    json_add_text(json, "rate_formula", pattern->rate_formula);
    json_add_text(json, "source", pattern->source);
    json_add_integer(json, "unit", (int64_t)pattern->unit);
    json_add_boolean(json, "empty", pattern->empty);
    json_add_integer(json, "min_ranks", pattern->min_ranks);
    json_add_integer(json, "messages", pattern->messages);
    json_add_boolean(json, "closed", pattern->non_overlapping);
    json_add_boolean(json, "isolated", pattern->isolated);
    json_add_boolean(json, "synchronises", pattern->synchronises);
    json_add_boolean(json, "answers", pattern->answers);
    json_add_boolean(json, "passive", pattern->passive);
    json_add_boolean(json, "reduces", pattern->reduces);
    json_add_boolean(json, "computes", pattern->computes);
    json_add_boolean(json, "by_default", pattern->by_default);
    json_add_text(json, "series_of", pattern->series_of);
}

static void add_series(struct json *json, const struct pattern *pattern, int ranks)
{
    size_t value;

    json_begin_array(json, "series");
    for (int i = 0; pattern->series && (value = pattern->series(ranks, i)) != SERIES_END; i++)
        json_add_integer(json, NULL, (int64_t)value);
    json_end(json, ']');
}

static void print_pattern(const struct pattern *pattern, int ranks)
{
    struct json json = {.out = stdout};

    json_begin_object(&json, NULL);
    offer_add_pattern(&json, pattern);
    add_series(&json, pattern, ranks);
    end_line(&json);
}

void offer_print_patterns(int ranks)
{
    int count;
    const struct pattern *const *all = registry_patterns(&count);

    for (int i = 0; i < count; i++)
        print_pattern(all[i], ranks);
}
