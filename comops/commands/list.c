/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/list.h"
#include "comops/commands/catalogue.h"
#include "comops/commands/command.h"

#include <argp.h>
#include <stdlib.h>

static error_t parse(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != 'j' && key != 'm' && key != 'c')
        return ARGP_ERR_UNKNOWN;
    *(int *)state->input = key;
    return 0;
}

int command_list(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"json", 'j', 0, 0, "Print JSON", 0},
        {"markdown", 'm', 0, 0, "Print Markdown, as in docs/patterns.md", 0},
        {"catalogue", 'c', 0, 0, "Print catalogue.json: what is the same on every machine", 0},
        {0}};
    static const struct argp argp = {.options = table,
                                     .parser = parse,
                                     .doc = "Lists patterns, protocols and placements, and says "
                                            "what is missing here and why."};
    int form = 0, count;

    argp_parse(&argp, argc, argv, 0, NULL, &form);
    if (form == 'c') {
        catalogue_print(stdout);
        return EXIT_SUCCESS;
    }
    struct path *paths = paths_find(NULL, &count);

    if (form == 'j')
        list_json(stdout, paths, count);
    else if (form == 'm')
        list_markdown(stdout, paths, count);
    else
        list_print(stdout, paths, count);
    paths_free(paths, count);
    return EXIT_SUCCESS;
}
