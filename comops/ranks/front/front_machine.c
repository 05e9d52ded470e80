/* SPDX-License-Identifier: BSD-3-Clause */
/* What hwloc says of the machine, and where ranks and their pages would be. */
#include "comops/ranks/front/front.h"

#include "comops/ranks/text/text.h"
#include "topology/placement.h"

#include <stdlib.h>

char *front_machine_json(const struct machine *machine)
{
    struct json_text text;
    struct json *json = json_open_text(&text);
    char *usable = machine_usable(machine), *xml = machine_xml(machine);

    machine_add_json(machine, json);
    json_add_text(json, "model", machine_model(machine));
    json_add_text(json, "usable", usable);
    json_add_integer(json, "distances", placement_distances(machine));
    json_add_text(json, "xml", xml);
    free(usable);
    free(xml);
    return json_close_text(&text);
}

char *front_placement(const struct machine *machine, const char *name, int ranks,
                      bool oversubscribe)
{
    struct json_text text;
    struct placement *placement = placement_plan(machine, name, ranks, oversubscribe);

    placement_add_json(placement, json_open_text(&text));
    placement_free(placement);
    return json_close_text(&text);
}

static void add_integers(struct json *json, const char *name, const int *values, int count)
{
    json_begin_array(json, name);
    for (int i = 0; i < count; i++)
        json_add_integer(json, NULL, values[i]);
    json_end(json, ']');
}

char *front_pages(const struct machine *machine, const char *policy, const char *placement_name,
                  int ranks, bool oversubscribe)
{
    struct json_text text;
    struct json *json = json_open_text(&text);
    struct placement *placement = placement_plan(machine, placement_name, ranks, oversubscribe);
    struct pages *pages = pages_plan(machine, policy, placement);

    json_add_text(json, "name", pages->name);
    if (pages->refused)
        json_add_text(json, "nodes", NULL);
    else
        add_integers(json, "nodes", pages->nodes, ranks);
    json_add_boolean(json, "bound", pages->bound);
    json_add_text(json, "refused", pages->refused);
    pages_free(pages);
    placement_free(placement);
    return json_close_text(&text);
}

char *front_localities(const struct machine *machine, const int *pus, int count)
{
    struct json_text text;

    distances_add_json(machine, pus, count, json_open_text(&text));
    return json_close_text(&text);
}

char *front_names(void)
{
    struct json_text text;
    struct json *json = json_open_text(&text);
    const char *form, *meaning;

    json_add_texts(json, "default", placement_names());
    json_add_texts(json, "all", placement_names_all());
    json_begin_object(json, "forms");
    for (int i = 0; (form = placement_form(i, &meaning)); i++)
        json_add_text(json, form, meaning);
    json_end(json, '}');
    json_add_texts(json, "memory", pages_policies());
    return json_close_text(&text);
}
