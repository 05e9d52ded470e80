/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/cma/cma.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

enum { WORD = 42, REFUSED = 99 };

/* Filled by one child in its own copy of this process, and read by the other there. */
static volatile int word;

/* The kernel's error number of reading another process's word, or 0. */
static int read_word(pid_t pid)
{
    int found = 0;
    const struct iovec here = {&found, sizeof found}, there = {(void *)&word, sizeof word};

    if (process_vm_readv(pid, &here, 1, &there, 1, 0) != sizeof found)
        return errno;
    return found == WORD ? 0 : EIO;
}

/* The error of one child that reads another's memory: as ranks do, they have the same parent. */
static int try_siblings(void)
{
    int filled[2], status = 0;
    char byte;

    if (pipe(filled) != 0)
        return errno;
    const pid_t owner = fork();

    if (owner == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
        word = WORD;
        if (write(filled[1], "", 1) == 1)
            pause();
        _exit(EXIT_FAILURE);
    }
    const bool ready = owner > 0 && read(filled[0], &byte, 1) == 1;
    const pid_t reader = ready ? fork() : -1;

    if (reader == 0)
        _exit(read_word(owner));
    const bool tried = reader > 0 && waitpid(reader, &status, 0) == reader && WIFEXITED(status);

    if (owner > 0) {
        kill(owner, SIGKILL);
        waitpid(owner, NULL, 0);
    }
    close(filled[0]);
    close(filled[1]);
    return tried ? WEXITSTATUS(status) : REFUSED;
}

/* The setting of the security module Yama; -1 without it. */
static int ptrace_scope(void)
{
    FILE *file = fopen("/proc/sys/kernel/yama/ptrace_scope", "r");
    int scope = -1;

    if (file && fscanf(file, "%d", &scope) != 1)
        scope = -1;
    if (file)
        fclose(file);
    return scope;
}

static void explain(char *why, size_t size, int error)
{
    const int scope = ptrace_scope();

    if (error == ENOSYS)
        snprintf(why, size, "this kernel has no process_vm_readv");
    else if (scope > 2)
        snprintf(why, size,
                 "kernel.yama.ptrace_scope is %d: no process may read another's memory until the "
                 "machine is restarted with a lower one",
                 scope);
    else if (scope == 2)
        snprintf(why, size,
                 "kernel.yama.ptrace_scope is 2: only root may read another process's memory; "
                 "`sysctl kernel.yama.ptrace_scope=1` permits it");
    else
        snprintf(why, size,
                 "the kernel does not let one process read another's memory (process_vm_readv: "
                 "%s); a container's seccomp profile may forbid it: allow it with `--cap-add "
                 "SYS_PTRACE`",
                 strerror(error));
}

const char *cma_refused(void)
{
    static char why[240];
    static bool tried;

    if (!tried) {
        const int error = try_siblings();

        tried = true;
        if (error)
            explain(why, sizeof why, error);
    }
    return why[0] ? why : NULL;
}
