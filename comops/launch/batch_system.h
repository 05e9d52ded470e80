/* SPDX-License-Identifier: BSD-3-Clause */
/* The batch system whose job this is, recognised by the environment of its jobs. */
#pragma once

#include <stdbool.h>

struct batch_system {
    const char *name; /* "Slurm", "PBS", "LSF" or "Flux"; NULL: this is no job */
    const char *job;
};

struct batch_system batch_system_find(void);

/* In a child, before exec: removes the job's variables from the environment of the program in argv,
 * so that an MPI launcher starts its ranks on this node, within this job step. A launcher of the
 * batch system itself, such as srun, keeps them. */
void batch_system_hide(char *const *argv);
