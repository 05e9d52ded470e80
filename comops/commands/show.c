/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/terminal/show.h"
#include "comops/commands/command.h"
#include "comops/contract/registry.h"
#include "comops/plan/names.h"
#include "comops/run/campaign.h"

#include <argp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static error_t parse(int key, char *argument, struct argp_state *state)
{
    const char **pattern = state->input;

    if (key == ARGP_KEY_ARG && !*pattern) {
        *pattern = argument;
        return 0;
    }
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "name a pattern; `comops list` shows them");
    return ARGP_ERR_UNKNOWN;
}

static int terminal_columns(void)
{
    struct winsize size;
    const char *set = getenv("COLUMNS");

    if (set && atoi(set) > 0)
        return atoi(set);
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 100;
}

int command_show(int argc, char **argv)
{
    static const struct argp argp = {.parser = parse,
                                     .args_doc = "PATTERN",
                                     .doc = "Shows a pattern's definition and its implementations, "
                                            "side by side if the terminal is wide enough."};
    const char *name = NULL;
    int count;

    argp_parse(&argp, argc, argv, 0, NULL, &name);
    const struct pattern *pattern = registry_pattern(name);

    if (!pattern) {
        names_refuse_pattern(name);
        return EXIT_USAGE;
    }
    struct path *paths = paths_find(NULL, &count);

    show_pattern(stdout, pattern, paths, count, terminal_columns());
    paths_free(paths, count);
    return EXIT_SUCCESS;
}
