/* SPDX-License-Identifier: BSD-3-Clause */
/* comops COMMAND. */
#include "build.h"
#include "comops/commands/command.h"
#include "comops/commands/streams.h"
#include "comops/launch/installed.h"
#include "comops/plan/names.h"
#include "comops/run/campaign.h"
#include "comops/text/arguments.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function, or a script in Python with an optional first argument `word`. */
static const struct command_entry {
    const char *name, *summary;
    int (*run)(int argc, char **argv);
    const char *script, *word;
} commands[] = {
    {"run", "measure, and report which is faster", command_run, NULL, NULL},
    {"list", "list patterns, protocols and placements", command_list, NULL, NULL},
    {"show", "show a pattern's implementations side by side", command_show, NULL, NULL},
    {"machine", "show this machine and where ranks would run", command_machine, NULL, NULL},
    {"report", "turn a results file into HTML, CSV, OSU-style text or Markdown", NULL,
     "reports/__main__.py", "report"},
    {"compare", "report which cells became slower or faster between two results files", NULL,
     "reports/__main__.py", "compare"},
    {"peers", "compare with MPI libraries, other benchmarks and this machine's limits", NULL,
     "peers/__main__.py", NULL},
    {"fleet", "measure every node of a cluster, and find those that differ", NULL,
     "fleet/__main__.py", "fleet"},
    {"history", "store the sweeps of a fleet, and report what changed and when", NULL,
     "fleet/__main__.py", "history"},
    {"simulate", "run the implementations on a simulated machine", NULL, "simulate/__main__.py",
     NULL},
    {"pstswm", "run Worley's model, a shallow water code on the sphere", command_pstswm, NULL,
     NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *out)
{
    fputs("Usage: comops COMMAND [OPTION...]\n"
          "Compares shared memory with message passing on this node.\n\n",
          out);
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\nOptions of every command\n"
          "  -h, --help      print what it does, and its other options\n"
          "  -q, --quiet     print only results and errors\n"
          "  -v, --verbose   also report what is found, started and left out\n"
          "  -V, --version   print the version\n",
          out);
}

static const struct command_entry *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
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

/* Whether the word is one of these. */
static bool is(const char *word, const char *letter, const char *name)
{
    return strcmp(word, letter) == 0 || strcmp(word, name) == 0;
}

static bool says_how_much(const char *word)
{
    return is(word, "-q", "--quiet") || is(word, "-v", "--verbose");
}

/* `comops -q run` is `comops run -q`. */
static void put_command_first(int argc, char **argv)
{
    int at = 1;

    while (at < argc && says_how_much(argv[at]))
        at++;
    if (at == argc)
        return;
    char *command = argv[at];

    memmove(&argv[2], &argv[1], (size_t)(at - 1) * sizeof *argv);
    argv[1] = command;
}

static int refuse(const char *word)
{
    static char *const options[] = {"--help", "--quiet", "--verbose", "--version", NULL};
    char *names[COMMANDS + 1] = {NULL};
    const bool option = word[0] == '-';

    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = (char *)commands[i].name;
    char *refusal = names_refusal(option ? "option" : "command", word, option ? options : names);

    text_say("%s", refusal);
    free(refusal);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    streams_open();
    argp_program_version = "comops " COMOPS_VERSION;
    argp_err_exit_status = EXIT_USAGE;
    setenv("ARGP_HELP_FMT", "rmargin=100", 0);
    put_command_first(argc, argv);
    const char *word = argc > 1 ? argv[1] : "";
    const struct command_entry *command = find_command(word);

    if (command)
        return run_command(command, argc - 1, argv + 1);
    if (is(word, "-V", "--version")) {
        puts(argp_program_version);
        return EXIT_SUCCESS;
    }
    if (is(word, "-h", "--help") || is(word, "-?", "help")) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    if (*word && !says_how_much(word))
        return refuse(word);
    print_usage(stderr);
    return EXIT_USAGE;
}
