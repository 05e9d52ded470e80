/* SPDX-License-Identifier: BSD-3-Clause */
/* Fuzz target: resumes the campaign in FILE as far as its plan, and prints the keys of its valid
 * cells. The host is always `host`, the machine two cores.
 * Usage: resume_file FILE */
#include "comops/results/results.h"
#include "comops/run/campaign.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* In place of libc's. */
int uname(struct utsname *name)
{
    *name = (struct utsname){.nodename = "host"};
    return 0;
}

int main(int argc, char **argv)
{
    struct results results = {.fd = -1};
    struct options options;
    json_t *done = NULL;
    char why[512];

    if (argc != 2)
        return EXIT_USAGE;
    setenv("HWLOC_SYNTHETIC", "pack:1 l3:1 core:2 pu:1", 1);
    struct machine *machine = machine_load(NULL, why, sizeof why);

    options_parse(&options, 3, (char *[]){"comops run", "--resume", argv[1], NULL});
    const bool good = machine && resume_campaign(&options, machine, &results, &done);

    if (good)
        json_dumpf(done, stdout, 0);
    results_close(&results);
    json_decref(done);
    options_free(&options);
    machine_free(machine);
    return good ? EXIT_SUCCESS : EXIT_USAGE;
}
