/* SPDX-License-Identifier: BSD-3-Clause */
/* Starting one program: the part of launch that talks to the kernel. */
#ifndef COMOPS_PROCESS_H
#define COMOPS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct process {
    pid_t pid;
    int handle; /* pidfd: readable when the program has ended */
    int output; /* memfd with its standard output and error */
};

/* Starts argv[0] in a process group of its own, dying with this process, its input empty. False if
 * it could not be started (errno). */
bool process_start(struct process *process, char *const *argv);
/* Asks the program to end, kills its whole group, and collects it. */
void process_kill(struct process *process);
/* Waits for the end; returns the wait status. Frees the handle, not the output. */
int process_wait(struct process *process);

/* Runs to the end and returns its output (the caller frees), NULL if it failed. */
char *process_output(char *const *argv);
/* The last words it printed, at most size - 1 of them, on one line. */
void process_last_words(const struct process *process, char *into, size_t size);

int process_pidfd(pid_t pid);
/* True if the process behind a pidfd has ended, or does within so many seconds. */
bool process_ended(int handle, double seconds);

#endif
