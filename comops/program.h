/* SPDX-License-Identifier: BSD-3-Clause */
/* Starting one program: the part of launch that talks to the kernel. */
#ifndef COMOPS_PROGRAM_H
#define COMOPS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct program {
    pid_t pid;
    int handle; /* pidfd: readable when the program has ended */
    int output; /* memfd with its standard output and error */
};

/* Starts argv[0] in a process group of its own, dying with this process, its input empty. False if
 * it could not be started (errno). */
bool program_start(struct program *program, char *const *argv);
/* Asks the program to end, kills its whole group, and collects it. */
void program_kill(struct program *program);
/* Waits for the end; returns the wait status. Frees the handle, not the output. */
int program_wait(struct program *program);

/* Runs to the end and returns its output (the caller frees), NULL if it failed. */
char *program_ask(char *const *argv);
/* The last words it printed, at most size - 1 of them, on one line. */
void program_last_words(const struct program *program, char *into, size_t size);

int program_pidfd(pid_t pid);
/* True if the process behind a pidfd has ended, or does within so many seconds. */
bool program_ended(int handle, double seconds);

#endif
