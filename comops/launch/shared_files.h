/* SPDX-License-Identifier: BSD-3-Clause */
/* The files of /dev/shm by which the processes of an MPI job share memory. Processes that are
 * killed leave theirs behind. */
#pragma once

#include <sys/types.h>

/* The names of those there are, NULL-terminated; free with text_list_free. */
char **shared_files_list(void);

/* Removes what a job has left whose processes have all been ended: those not in `before`, the list
 * from before the job, if they belong to this user and no process maps them or has them open.
 * `pid` is the program that was started. */
void shared_files_remove(char *const *before, pid_t pid);
