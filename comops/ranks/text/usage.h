/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of a program that the front end starts, and its --help. */
#pragma once

struct usage_option {
    const char *name;
    char letter;
    const char *takes; /* "FILE"; NULL: nothing */
    const char *text;  /* NULL: --help does not show it */
};

struct usage {
    const char *program, *summary;
    const struct usage_option *options; /* the last has no name */
};

/* The letter of the next option, whose value is in `optarg`; 0 after the last. Ends the program
 * with status 0 after --help, with 2 if the words are wrong. */
int usage_next(const struct usage *usage, int argc, char **argv);

/* Says what is wrong and ends the program with status 2. */
__attribute__((format(printf, 2, 3), noreturn)) void usage_error(const struct usage *usage,
                                                                 const char *format, ...);
