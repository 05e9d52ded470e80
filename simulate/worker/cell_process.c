/* SPDX-License-Identifier: BSD-3-Clause */
#include "simulate/worker/cell_process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RETURNED_FALSE = 3 }; /* a status that nothing else ends with */

__attribute__((noreturn)) static void end_as(int status)
{
    if (WIFSIGNALED(status))
        raise(WTERMSIG(status));
    exit(WEXITSTATUS(status));
}

bool cell_process_run(bool run(const char *cell, const struct machine *machine), const char *cell,
                      const struct machine *machine)
{
    int status;

    fflush(stdout);
    const pid_t child = fork();

    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        exit(run(cell, machine) ? EXIT_SUCCESS : RETURNED_FALSE);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("cannot run a cell in a process of its own");
        exit(EXIT_FAILURE);
    }
    if (!WIFEXITED(status) ||
        (WEXITSTATUS(status) != EXIT_SUCCESS && WEXITSTATUS(status) != RETURNED_FALSE))
        end_as(status);
    return WEXITSTATUS(status) == EXIT_SUCCESS;
}
