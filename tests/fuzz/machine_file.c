/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a machine's XML as `comops machine --xml FILE` does, and plans every placement on it.
 * Usage: machine_file FILE */
#include "comops/ranks/front/front.h"
#include "topology/machine.h"

#include <stdio.h>
#include <stdlib.h>

enum { RANKS = 4, USAGE = 2 };

static const char *const placements[] = {"bus", "crossbar", "agent", "spread", "smt", "numa:0"};

int main(int count, char **words)
{
    char why[FRONT_TEXT] = "no file is named";
    struct machine *machine = count == 2 ? machine_load(words[1], why, sizeof why) : NULL;

    if (!machine) {
        fprintf(stderr, "machine_file: %s\n", why);
        return USAGE;
    }
    char *text = front_machine_json(machine);

    puts(text);
    front_free(text);
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++) {
        text = front_placement(machine, placements[i], RANKS, true);
        puts(text);
        front_free(text);
    }
    machine_free(machine);
    return EXIT_SUCCESS;
}
