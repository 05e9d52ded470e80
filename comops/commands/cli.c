/* SPDX-License-Identifier: BSD-3-Clause */
/* comops COMMAND. */
#include "build.h"
#include "comops/commands/command.h"
#include "comops/commands/streams.h"
#include "comops/launch/installed.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function, or a script in Python with an optional first argument `word`. */
static const struct command_entry {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
    const char *script, *word;
} commands[] = {
    {"run", "measure, and say which is faster", command_run, NULL, NULL},
    {"list", "list patterns, protocols and placements", command_list, NULL, NULL},
    {"show", "show a pattern's implementations side by side", command_show, NULL, NULL},
    {"machine", "show this machine and where ranks would run", command_machine, NULL, NULL},
    {"report", "turn a results file into HTML, CSV, OSU-style text or Markdown", NULL,
     "reports/__main__.py", "report"},
    {"compare", "say which cells became slower or faster between two results files", NULL,
     "reports/__main__.py", "compare"},
    {"peers", "compare with MPI libraries, other benchmarks and this machine's limits", NULL,
     "peers/__main__.py", NULL},
    {"simulate", "run the MPI worker on a simulated machine", NULL, "simulate/__main__.py", NULL},
};

static void print_usage(FILE *out)
{
    fputs("Usage: comops COMMAND [OPTION...]\n"
          "Compares shared memory with message passing on this node.\n\n",
          out);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\n`comops COMMAND --help` describes a command, `comops --version` prints the "
          "version.\n",
          out);
}

static const struct command_entry *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return &commands[i];
    return NULL;
}

/* argv[0] appears in usage lines: "comops run". */
static int run_command(const struct command_entry *command, int argc, char **argv)
{
    if (!command->run) {
        python_run(command->script, command->word, argv + 1);
        return EXIT_NOTHING;
    }
    argv[0] = text_format("comops %s", command->name);
    const int status = command->run(argc, argv);

    free(argv[0]);
    return status;
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    const struct command_entry *command = find_command(word);

    streams_open();
    argp_err_exit_status = EXIT_USAGE;
    setenv("ARGP_HELP_FMT", "rmargin=100", 0);
    if (command)
        return run_command(command, argc - 1, argv + 1);
    if (strcmp(word, "--version") == 0) {
        puts("comops " COMOPS_VERSION);
        return EXIT_SUCCESS;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "help") == 0) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    if (argc > 1)
        text_say("no command `%s`", word);
    print_usage(stderr);
    return EXIT_USAGE;
}
