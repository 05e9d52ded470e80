/* SPDX-License-Identifier: BSD-3-Clause */
/* The files in /dev/shm through which the processes of an MPI job share memory. Killed processes
 * leave theirs behind. */
#pragma once

#include <sys/types.h>

/* Their names, NULL-terminated; free with text_list_free. */
char **shared_files_list(void);

/* Bytes that all files in /dev/shm may take together; 0 if unknown. */
double shared_files_space(void);

/* Removes the files left by a job whose processes have all ended: those not in `before`, the list
 * from before the job, if they belong to this user and no process maps them or has them open. `pid`
 * is the program that was started. */
void shared_files_remove(char *const *before, pid_t pid);
