/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/simulate.h"
#include "comops/launch/installed.h"

#include "build.h"
#include "comops/launch/paths.h"
#include "comops/run/campaign.h"
#include "comops/text/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int command_simulate(int argc, char **argv)
{
    char own[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);

    (void)argc;
    if (length < 0) {
        text_say("cannot tell where this program is: %s", strerror(errno));
        return EXIT_NOTHING;
    }
    own[length] = '\0';
    setenv("COMOPS_PROGRAM", own, 1);
    setenv("COMOPS_VERSION", COMOPS_VERSION, 1);
    setenv("COMOPS_COMPILER", COMOPS_COMPILER, 1);
    setenv("COMOPS_FLAGS", COMOPS_FLAGS, 1);
    python_run("simulate/__main__.py", NULL, argv + 1);
    return EXIT_NOTHING;
}
