/* SPDX-License-Identifier: BSD-3-Clause */
/* The batch system whose job this is, by what it puts into the environment of its jobs. */
#pragma once

#include <stdbool.h>

struct batch_system {
    const char *name; /* "Slurm", "PBS", "LSF" or "Flux"; NULL: this is no job */
    const char *job;
};

struct batch_system batch_system_find(void);

/* In a child, before exec: takes that away from the program in argv, so that an MPI launcher starts
 * its ranks on this node, within this job step, and asks nobody for more. A launcher of the batch
 * system's own, such as srun, keeps it. */
void batch_system_hide(char *const *argv);
