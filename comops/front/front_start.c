/* SPDX-License-Identifier: BSD-3-Clause */
/* Starting a program. Python copies its whole process for that, which takes milliseconds. */
#include "comops/front/front.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whose actions Python changes. */
static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};

/* In the child, which shares all memory with this process, but none of what is changed here. False,
 * with errno, on failure. */
static bool prepare(const char *folder, int input, int output)
{
    sigset_t none;

    sigemptyset(&none);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        signal(changed[i], SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    return setpgid(0, 0) == 0 && (!folder || chdir(folder) == 0) &&
           dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
           dup2(output, STDERR_FILENO) >= 0 && sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

int front_start(char *const *argv, char *const *environment, const char *folder, int input,
                int output, int *error)
{
    volatile int why = 0;
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); /* no handler of Python's runs in the child */
    const pid_t pid = vfork();

    if (pid == 0) {
        if (prepare(folder, input, output))
            execvpe(argv[0], argv, environment);
        why = errno;
        _exit(127);
    }
    *error = pid < 0 ? errno : why;
    if (pid > 0 && *error)
        waitpid(pid, NULL, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return *error ? -1 : pid;
}
