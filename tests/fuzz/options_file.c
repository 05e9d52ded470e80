/* SPDX-License-Identifier: BSD-3-Clause */
/* Fuzz target: plans the campaign whose options are the lines of FILE, and prints the plan.
 * Usage: options_file FILE */
#include "comops/plan/plan.h"
#include "comops/run/campaign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MOST = 64, BYTES_MOST = 1 << 16 };

static struct offer threads_offers[] = {{"barrier", "pingpong", "", .copies = "2"},
                                        {"direct", "distant", ""},
                                        {"direct", "broadcast", ""},
                                        {"barrier", "reduce", ""}};
static struct offer mpi_offers[] = {{"sendrecv", "pingpong", ""}, {"library", "reduce", ""}};
static struct path paths[] = {
    {.label = "threads", .offers = threads_offers, .offer_count = 4},
    {.label = "mpi", .offers = mpi_offers, .offer_count = 2},
};

static int read_words(const char *name, char text[BYTES_MOST], char *words[WORDS_MOST + 1])
{
    FILE *file = fopen(name, "r");
    int count = 0;

    if (!file)
        return 0;
    text[fread(text, 1, BYTES_MOST - 1, file)] = '\0';
    fclose(file);
    words[count++] = "comops run";
    for (char *line; count < WORDS_MOST && (line = strsep(&text, "\n"));)
        if (*line)
            words[count++] = line;
    words[count] = NULL;
    return count;
}

int main(int argc, char **argv)
{
    static char text[BYTES_MOST], *words[WORDS_MOST + 1];
    const int count = argc == 2 ? read_words(argv[1], text, words) : 0;
    struct options options;
    struct plan plan;
    char why[512];

    if (!count)
        return EXIT_USAGE;
    setenv("HWLOC_SYNTHETIC", "pack:2 numa:1 l3:1 core:4 pu:2", 1);
    struct machine *machine = machine_load(NULL, why, sizeof why);

    options_parse(&options, count, words);
    const bool good = machine && planner_make(&plan, &options, machine, paths, 2);

    if (good) {
        plan_print(&plan, &options);
        plan_free(&plan);
    }
    options_free(&options);
    machine_free(machine);
    return good ? EXIT_SUCCESS : EXIT_USAGE;
}
