/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/process.h"

#include "comops/arena/clock.h"
#include "comops/launch/batch_system.h"
#include "comops/text/text.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const double clean_up_seconds = 3;
enum { SEARCHES = 100, SEARCH_US = 10000 };

bool process_ended(int handle, double seconds)
{
    struct pollfd ended = {.fd = handle, .events = POLLIN};

    return poll(&ended, 1, (int)(seconds * 1000)) == 1;
}

bool process_any(bool (*is)(const char *pid, void *what), void *what)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    bool found = !folder;

    while (!found && (entry = readdir(folder)))
        found = isdigit((unsigned char)*entry->d_name) && is(entry->d_name, what);
    if (folder)
        closedir(folder);
    return found;
}

int process_pidfd(pid_t pid)
{
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

/* In the child. Binding is off: ranks pin themselves. */
static void prepare_child(int output, char *mark, char *const *argv)
{
    const int input = open("/dev/null", O_RDONLY);
    sigset_t none;

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM); /* as in process_kill */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    batch_system_hide(argv);
    putenv(mark);
    setenv("OMP_PROC_BIND", "false", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
}

bool process_start(struct process *process, char *const *argv)
{
    int failure[2], error = 0;

    process->output = memfd_create("comops-output", MFD_CLOEXEC);
    if (process->output < 0 || pipe2(failure, O_CLOEXEC) != 0)
        return false;
    snprintf(process->mark, sizeof process->mark, "COMOPS_PROCESS=%d.%llu", getpid(),
             (unsigned long long)clock_now());
    process->pid = fork();
    if (process->pid == 0) {
        prepare_child(process->output, process->mark, argv);
        execvp(argv[0], argv);
        error = errno;
        (void)!write(failure[1], &error, sizeof error);
        _exit(127);
    }
    close(failure[1]);
    const bool failed = process->pid < 0 || read(failure[0], &error, sizeof error) > 0;

    close(failure[0]);
    if (failed) {
        if (process->pid > 0)
            waitpid(process->pid, NULL, 0);
        close(process->output);
        errno = error ? error : errno;
        return false;
    }
    process->handle = process_pidfd(process->pid);
    return true;
}

/* Returns the wait status; closes the handle, not the output. */
static int wait_for(struct process *process)
{
    int status = 0;

    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(process->handle);
    process->handle = -1;
    return status;
}

/* Whether the process has this mark in its environment, which a zombie has no longer. */
static bool is_marked(const char *pid, const char *mark)
{
    char *name = text_format("/proc/%s/environ", pid), *variable = NULL;
    FILE *file = fopen(name, "r");
    size_t room = 0;
    bool found = false;

    while (file && !found && getdelim(&variable, &room, '\0', file) > 0)
        found = strcmp(variable, mark) == 0;
    if (file)
        fclose(file);
    free(variable);
    free(name);
    return found;
}

struct search {
    const char *mark;
    bool found;
};

/* Always false, because there may be more. The handle ensures that the PID has not been reused. */
static bool kill_if_marked(const char *pid, void *what)
{
    struct search *search = what;
    const int handle = process_pidfd(atoi(pid));

    if (handle >= 0 && is_marked(pid, search->mark)) {
        syscall(SYS_pidfd_send_signal, handle, SIGKILL, NULL, 0);
        search->found = true;
    }
    if (handle >= 0)
        close(handle);
    return false;
}

/* Kills processes that have left the program's group, such as the proxies of launchers, until none
 * is found, because a process may just have started another. */
static void kill_marked(const char *mark)
{
    struct search search = {mark, true};

    for (int i = 0; i < SEARCHES && search.found; i++) {
        search.found = false;
        process_any(kill_if_marked, &search);
        if (search.found)
            usleep(SEARCH_US);
    }
}

/* SIGTERM first: Open MPI's launcher then cleans up /tmp and /dev/shm. */
void process_kill(struct process *process)
{
    kill(process->pid, SIGTERM);
    process_ended(process->handle, clean_up_seconds);
    kill(-process->pid, SIGKILL);
    wait_for(process);
    kill_marked(process->mark);
}

static char *read_output(int output, off_t most)
{
    const off_t end = lseek(output, 0, SEEK_END), begin = end > most ? end - most : 0;
    char *text = memory_or_die(calloc((size_t)(end - begin) + 1, 1));

    if (pread(output, text, (size_t)(end - begin), begin) < 0)
        text[0] = '\0';
    return text;
}

/* Our own last message if there is one, else the end of the output without the launcher's frames.
 */
void process_last_words(const struct process *process, char *into, size_t size)
{
    char *text = read_output(process->output, 1 << 16), *rest = text, *line, *ours = NULL;
    size_t used = 0;

    into[0] = '\0';
    while ((line = strsep(&rest, "\n"))) {
        if (strncmp(line, "comops: ", 8) == 0)
            ours = line + 8;
        line += strspn(line, "=- \t");
        if (!*line || ours)
            continue;
        if (used + strlen(line) + 2 < size)
            used += (size_t)snprintf(into + used, size - used, "%s%s", used ? " " : "", line);
    }
    if (ours)
        snprintf(into, size, "%s", ours);
    free(text);
}

char *process_result(char *const *argv, char *why, size_t why_size)
{
    struct process process;
    char *text = NULL;

    if (!process_start(&process, argv)) {
        if (why)
            snprintf(why, why_size, "%s", strerror(errno));
        return NULL;
    }
    const int status = wait_for(&process);

    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        text = read_output(process.output, LONG_MAX);
    else if (why)
        process_last_words(&process, why, why_size);
    close(process.output);
    return text;
}

char *process_output(char *const *argv)
{
    return process_result(argv, NULL, 0);
}
