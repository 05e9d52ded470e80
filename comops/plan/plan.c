/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/plan/plan.h"

#include "comops/plan/names.h"
#include "comops/text/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void plan_note(struct plan *plan, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments);

    va_end(arguments);
    if (plan->details)
        text_detail("%s", text);
    if (plan->details || text_list_has(plan->notes, text))
        free(text);
    else
        text_list_add(&plan->notes, text);
}

void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->groups[i].candidates);
    for (int i = 0; i < plan->placement_count; i++)
        placement_free(plan->placements[i]);
    for (int i = 0; i < plan->memory_count; i++)
        pages_free(plan->memories[i]);
    text_list_free(plan->notes);
    free(plan->memories);
    free(plan->placements);
    free(plan->groups);
}

double plan_seconds(const struct plan *plan, const struct options *options)
{
    const double table_least = options->quick ? 1.5 : 10, cell_least = options->quick ? 0.05 : 0.15;
    size_t *cells = memory_or_die(calloc((size_t)plan->tables + 1, sizeof *cells));
    double seconds = 0;

    for (size_t i = 0; i < plan->count; i++)
        cells[plan->groups[i].table] += (size_t)plan->groups[i].count;
    for (int table = 0; table < plan->tables; table++)
        seconds += fmax(cell_least * (double)cells[table], table_least);
    free(cells);
    return options->budget > 0 ? options->budget : seconds;
}

int plan_ranks_most(const struct plan *plan)
{
    int most = 1;

    for (size_t i = 0; i < plan->count; i++)
        most = plan->groups[i].ranks > most ? plan->groups[i].ranks : most;
    return most;
}

char *plan_title(const struct group *group, char into[PLAN_TITLE])
{
    char value[TEXT_SIZE];
    const struct pattern *pattern = group->pattern;

    if (pattern->series_of)
        snprintf(into, PLAN_TITLE, "%s (%s %s)", pattern->name, pattern->series_of,
                 text_size(value, group->series));
    else if (group->reduction != MAX_DOUBLE)
        snprintf(into, PLAN_TITLE, "%s (%s of %s)", pattern->name,
                 reduction_operation(group->reduction), reduction_datatype(group->reduction));
    else
        snprintf(into, PLAN_TITLE, "%s", pattern->name);
    return into;
}

const char *plan_pages(const struct group *group)
{
    return group->pages == PAGE_SIZE_DEFAULT ? NULL : page_size_names[group->pages];
}

static void print_cell(const struct group *group, const struct candidate *candidate, bool json)
{
    const char *pages = plan_pages(group);
    char title[PLAN_TITLE], more[96] = "", size[32] = "";

    if (group->pattern->series)
        snprintf(more, sizeof more, "\"series\":%zu,", group->series);
    if (group->pattern->reduces)
        snprintf(more, sizeof more, "\"op\":\"%s\",\"datatype\":\"%s\",",
                 reduction_operation(group->reduction), reduction_datatype(group->reduction));
    if (group->skew)
        snprintf(more + strlen(more), sizeof more - strlen(more), "\"skew\":\"%s\",", group->skew);
    if (pages)
        snprintf(size, sizeof size, json ? "\"pages\":\"%s\"," : ", %s pages", pages);
    if (json)
        printf("{\"pattern\":\"%s\",%s\"path\":\"%s\",\"protocol\":\"%s\",\"ranks\":%d,"
               "\"bytes\":%zu,\"placement\":\"%s\",\"memory\":\"%s\",%s\"buffers\":\"%s\","
               "\"consume\":\"%s\"}\n",
               group->pattern->name, more, candidate->path->label, candidate->offer->protocol,
               group->ranks, group->bytes, group->placement->name, group->memory->name, size,
               names_buffers[group->buffers], consumption_names[group->consume]);
    else
        printf("%-24s %-8s %-10s %3d ranks %10zu bytes  %-9s %-6s %-7s %s%s\n",
               plan_title(group, title), candidate->path->label, candidate->offer->protocol,
               group->ranks, group->bytes, group->placement->name, group->memory->name,
               names_buffers[group->buffers], consumption_names[group->consume], size);
}

void plan_print(const struct plan *plan, const struct options *options)
{
    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++)
            print_cell(&plan->groups[i], &plan->groups[i].candidates[j], options->json);
}

static bool measured(const struct plan *plan, const struct offer *offer)
{
    for (size_t i = 0; i < plan->count; i++)
        for (int j = 0; j < plan->groups[i].count; j++)
            if (plan->groups[i].candidates[j].offer == offer)
                return true;
    return false;
}

json_t *plan_implementations(const struct plan *plan, const struct path *paths, int path_count)
{
    json_t *list = json_array();

    for (int i = 0; i < path_count; i++)
        for (int j = 0; j < paths[i].offer_count; j++) {
            const struct offer *offer = &paths[i].offers[j];

            if (measured(plan, offer))
                json_array_append_new(
                    list, json_pack("{ss ss ss ss ss? ss? ss?}", "path", paths[i].label, "protocol",
                                    offer->protocol, "pattern", offer->pattern, "summary",
                                    offer->summary, "copies", offer->copies, "lines", offer->lines,
                                    "waits", offer->waits));
        }
    return list;
}
