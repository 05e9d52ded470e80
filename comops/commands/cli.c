/* SPDX-License-Identifier: BSD-3-Clause */
/* comops: one command per word. */
#include "build.h"
#include "comops/commands/catalogue.h"
#include "comops/commands/machine.h"
#include "comops/commands/simulate.h"
#include "comops/contract/registry.h"
#include "comops/launch/installed.h"
#include "comops/launch/paths.h"
#include "comops/run/campaign.h"
#include "comops/terminal/list.h"
#include "comops/text/text.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int command_run(int argc, char **argv)
{
    struct options options;

    options_parse(&options, argc, argv);
    const int status = campaign_run(&options);

    options_free(&options);
    return status;
}

static error_t parse_list(int key, char *argument, struct argp_state *state)
{
    (void)argument;
    if (key != 'j' && key != 'm' && key != 'c')
        return ARGP_ERR_UNKNOWN;
    *(int *)state->input = key;
    return 0;
}

static int command_list(int argc, char **argv)
{
    static const struct argp_option table[] = {
        {"json", 'j', 0, 0, "For a program", 0},
        {"markdown", 'm', 0, 0, "As docs/patterns.md", 0},
        {"catalogue", 'c', 0, 0, "As catalogue.json: what is the same on every machine", 0},
        {0}};
    static const struct argp argp = {.options = table,
                                     .parser = parse_list,
                                     .doc = "Shows the patterns, protocols and placements there "
                                            "are, what is missing here and why."};
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

static error_t parse_show(int key, char *argument, struct argp_state *state)
{
    const char **pattern = state->input;

    if (key == ARGP_KEY_ARG && !*pattern) {
        *pattern = argument;
        return 0;
    }
    if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "which pattern? `comops list` shows them");
    return ARGP_ERR_UNKNOWN;
}

static int columns(void)
{
    struct winsize size;
    const char *set = getenv("COLUMNS");

    if (set && atoi(set) > 0)
        return atoi(set);
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 100;
}

static int command_show(int argc, char **argv)
{
    static const struct argp argp = {.parser = parse_show,
                                     .args_doc = "PATTERN",
                                     .doc = "Shows a pattern's definition and its implementations "
                                            "side by side (in a terminal wide enough)."};
    const char *pattern = NULL;
    int count, pattern_count;

    argp_parse(&argp, argc, argv, 0, NULL, &pattern);
    struct path *paths = paths_find(NULL, &count);
    const bool known = show_pattern(stdout, pattern, paths, count, columns());

    paths_free(paths, count);
    if (known)
        return EXIT_SUCCESS;
    const struct pattern *const *patterns = registry_patterns(&pattern_count);

    fprintf(stderr, "comops: no pattern `%s`; there are:", pattern);
    for (int i = 0; i < pattern_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", patterns[i]->name);
    fputc('\n', stderr);
    return EXIT_USAGE;
}

static int command_report(int argc, char **argv)
{
    (void)argc;
    python_run("reports/__main__.py", "report", argv + 1);
    return EXIT_NOTHING;
}

static int command_compare(int argc, char **argv)
{
    (void)argc;
    python_run("reports/__main__.py", "compare", argv + 1);
    return EXIT_NOTHING;
}

static int command_peers(int argc, char **argv)
{
    (void)argc;
    python_run("peers/__main__.py", NULL, argv + 1);
    return EXIT_NOTHING;
}

static const struct {
    const char *name, *what;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"run", "sampler, and say who is faster", command_run},
    {"list", "the patterns, protocols and placements there are", command_list},
    {"show", "a pattern's implementations side by side", command_show},
    {"machine", "this machine and who would sit where", command_machine},
    {"report", "results file to HTML page, CSV, OSU-style text or Markdown", command_report},
    {"compare", "two results files: which cells became slower or faster", command_compare},
    {"peers", "ours beside MPI libraries, other benchmarks and this machine's ceilings",
     command_peers},
    {"simulate", "the MPI worker on a machine that is simulated", command_simulate},
};

static void print_usage(FILE *out)
{
    fputs("Usage: comops COMMAND [OPTION...]\n"
          "Compares shared memory with message passing on this node.\n\n",
          out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].what);
    fputs("\n`comops COMMAND --help` says more; `comops --version` which one this is.\n", out);
}

int main(int argc, char **argv)
{
    argp_err_exit_status = EXIT_USAGE;
    setenv("ARGP_HELP_FMT", "rmargin=100", 0);
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        puts("comops " COMOPS_VERSION);
        return EXIT_SUCCESS;
    }
    if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0)) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0) {
            char name[64];

            /* So that usage lines read `comops run`. */
            snprintf(name, sizeof name, "comops %s", commands[i].name);
            argv[1] = name;
            return commands[i].run(argc - 1, argv + 1);
        }
    if (argc > 1)
        fprintf(stderr, "comops: no command `%s`\n", argv[1]);
    print_usage(stderr);
    return EXIT_USAGE;
}
