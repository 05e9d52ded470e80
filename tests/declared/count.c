/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints what each implementation declares (copies, crossings, lines, waits) and what it was
 * counted to do, one JSON object a line, for test_declared.py. Ranks are fibres whose memory is
 * watched (counts.c); MPI and OpenSHMEM are stand-ins for what they are used for here. */
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/json.h"
#include "tests/declared/measured.h"
#include "tests/declared/team.h"

#include <string.h>

enum { BRIEF = 8, LONG = 4096 };

static void print_count(const struct implementation *one, struct setting setting)
{
    const struct measured found = measure(one, setting);
    const struct pattern *pattern = registry_pattern(one->pattern);
    struct json json = {.out = stdout};

    json_begin_object(&json, NULL);
    json_add_text(&json, "path", one->path);
    json_add_text(&json, "protocol", one->protocol);
    json_add_text(&json, "pattern", one->pattern);
    json_add_integer(&json, "messages", pattern->messages);
    json_add_boolean(&json, "answers", pattern->answers);
    json_add_integer(&json, "ranks", setting.ranks);
    json_add_integer(&json, "bytes", (int64_t)setting.bytes);
    json_add_boolean(&json, "used", setting.used);
    json_add_integer(&json, "on_cache", setting.sharing.on_cache);
    json_add_integer(&json, "in_package", setting.sharing.in_package);
    json_begin_object(&json, "declared");
    json_add_text(&json, "copies", one->copies);
    json_add_text(&json, "crossings", one->crossings);
    json_add_text(&json, "crossings_used", one->crossings_used);
    json_add_text(&json, "lines", one->lines);
    json_add_text(&json, "waits", one->waits);
    json_end(&json, '}');
    json_add_integer(&json, "copies", found.copies);
    json_add_integer(&json, "crossed_bytes", found.crossings * CACHE_LINE);
    json_add_integer(&json, "lines", found.longest.lines);
    json_add_integer(&json, "waits", found.longest.waits);
    json_add_boolean(&json, "uses_right", found.uses_right);
    json_add_number(&json, "rate_bytes", found.rate_bytes);
    json_add_boolean(&json, "exceeds_a_line", found.buffer > CACHE_LINE);
    json_add_integer(&json, "levels", found.levels);
    json_add_integer(&json, "grouped", found.grouped);
    json_end(&json, '}');
    putchar('\n');
}

static bool exists_for(const struct implementation *one, int ranks)
{
    const struct pattern *pattern = registry_pattern(one->pattern);
    const struct job job = {.pattern = pattern, .ranks = ranks};

    return !pattern->refusal || !pattern->refusal(&job);
}

/* MPI's messages and windows move the data; of OpenSHMEM's memory only the flags are not ours.
 * Plain loads are not counted, and a sum is no copy. */
static bool counts_data(const struct implementation *one)
{
    return (strcmp(one->path, "mpi") != 0 || strcmp(one->protocol, "shared") == 0) &&
           strcmp(one->pattern, "remote_read") != 0;
}

static void print_ranks(const struct implementation *one)
{
    static const int counts[] = {2, 3, 4, 8, 16};

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct setting setting = {.ranks = counts[i], .bytes = BRIEF};

        if (!exists_for(one, setting.ranks))
            continue;
        print_count(one, setting);
        setting.bytes = LONG;
        if (counts_data(one))
            print_count(one, setting);
        setting.used = true;
        if (counts_data(one) && (one->crossings || registry_pattern(one->pattern)->answers))
            print_count(one, setting);
    }
}

/* On several caches and in several packages. */
static void print_groups(const struct implementation *one)
{
    static const struct sharing sharings[] = {{16, 16}, {4, 16}, {2, 16}, {4, 8}, {2, 8}};

    if (one->waits && strpbrk(one->waits, "GL"))
        for (size_t i = 0; i < sizeof sharings / sizeof *sharings; i++)
            print_count(one, (struct setting){.ranks = 16, .bytes = BRIEF, .sharing = sharings[i]});
}

int main(void)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        print_ranks(all[i]);
        print_groups(all[i]);
    }
    return 0;
}
