/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/text/usage.h"

#include "comops/ranks/text/text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

enum { OPTIONS_MOST = 16, USAGE = 2, COLUMN = 24 };

static _Noreturn void print_help(const struct usage *usage)
{
    char name[COLUMN * 2];

    printf("Usage: %s [OPTION...]\n%s\n\n", usage->program, usage->summary);
    for (const struct usage_option *one = usage->options; one->name; one++) {
        snprintf(name, sizeof name, "--%s%s%s", one->name, one->takes ? "=" : "",
                 one->takes ? one->takes : "");
        if (one->text)
            printf("  -%c, %-*s %s\n", one->letter, COLUMN, name, one->text);
    }
    printf("  -h, %-*s %s\n", COLUMN, "--help", "Print this help");
    exit(EXIT_SUCCESS);
}

static _Noreturn void refer_to_help(const struct usage *usage)
{
    fprintf(stderr, "Try `%s --help' for more information.\n", usage->program);
    exit(USAGE);
}

void usage_error(const struct usage *usage, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    char *text = text_format_list(format, arguments);

    va_end(arguments);
    fprintf(stderr, "%s: %s\n", usage->program, text);
    free(text);
    refer_to_help(usage);
}

int usage_next(const struct usage *usage, int argc, char **argv)
{
    struct option all[OPTIONS_MOST + 2] = {{"help", no_argument, NULL, 'h'}};
    char letters[2 * OPTIONS_MOST + 2] = "h", *end = letters + 1;
    int count = 1;

    for (const struct usage_option *one = usage->options; one->name; one++) {
        const int takes = one->takes ? required_argument : no_argument;

        all[count++] = (struct option){one->name, takes, NULL, one->letter};
        end += sprintf(end, "%c%s", one->letter, one->takes ? ":" : "");
    }
    const int letter = getopt_long(argc, argv, letters, all, NULL);

    if (letter == 'h')
        print_help(usage);
    if (letter == '?')
        refer_to_help(usage);
    if (letter < 0 && optind < argc)
        usage_error(usage, "too many arguments");
    return letter < 0 ? 0 : letter;
}
