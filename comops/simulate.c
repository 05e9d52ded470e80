/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/simulate.h"

#include "build.h"
#include "comops/campaign.h"
#include "comops/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int simulate_machine(int argc, char **argv)
{
    char *script = launch_data("simulate/__main__.py");
    char own[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

    (void)argc;
    if (!script || length < 0) {
        fputs("comops: what simulates is not installed beside this program\n", stderr);
        free(script);
        return EXIT_NOTHING;
    }
    own[length] = '\0';
    setenv("COMOPS_PROGRAM", own, 1);
    setenv("COMOPS_VERSION", COMOPS_VERSION, 1);
    setenv("COMOPS_COMPILER", COMOPS_COMPILER, 1);
    setenv("COMOPS_FLAGS", COMOPS_FLAGS, 1);
    launch_python(script, argv + 1);
    fprintf(stderr, "comops: cannot start python3, which simulates: %s\n", strerror(errno));
    free(script);
    return EXIT_NOTHING;
}
