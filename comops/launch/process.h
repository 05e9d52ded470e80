/* SPDX-License-Identifier: BSD-3-Clause */
/* Starting, ending and reading one program. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t pid;
    int handle;    /* pidfd: readable when the program has ended */
    int output;    /* memfd with its standard output and error */
    char mark[64]; /* NAME=VALUE in the environment of the program and of all that it starts */
};

/* Starts argv[0] in its own process group, with empty input; it is terminated when this process
 * ends. False, with errno, on failure. */
bool process_start(struct process *process, char *const *argv);
/* Terminates the program, waits for it, and kills all that it has started. */
void process_kill(struct process *process);

/* The output of a program that has succeeded, else NULL. The caller frees. */
char *process_output(char *const *argv);
/* The same; on failure `why` receives the reason. */
char *process_result(char *const *argv, char *why, size_t why_size);
/* The end of its output as one line, at most size - 1 bytes. */
void process_last_words(const struct process *process, char *into, size_t size);

int process_pidfd(pid_t pid);
/* True if the process of this pidfd ends within so many seconds. */
bool process_ended(int handle, double seconds);

/* Calls is(PID as text, what) for each process of this machine until it returns true. Also true if
 * /proc cannot be read, because then nothing is known. */
bool process_any(bool (*is)(const char *pid, void *what), void *what);
