/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/batch_system.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name, *job;
} systems[] = {
    {"Slurm", "SLURM_JOB_ID"}, {"PBS", "PBS_JOBID"}, {"LSF", "LSB_JOBID"}, {"Flux", "FLUX_JOB_ID"}};

/* PMI: a job step that is itself a rank of an MPI program */
static const char *const beginnings[] = {"SLURM_", "PBS_", "LSB_", "FLUX_", "PMI_", "PMIX_", NULL};
static const char *const launchers[] = {"srun", "aprun",  "blaunch", "jsrun",
                                        "flux", "pbsdsh", NULL};

struct batch_system batch_system_find(void)
{
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        const char *job = getenv(systems[i].job);

        if (job && *job)
            return (struct batch_system){systems[i].name, job};
    }
    return (struct batch_system){NULL, NULL};
}

/* Behind `env` and its variables. */
static const char *program_of(char *const *argv)
{
    if (strcmp(*argv, "env") == 0)
        argv++;
    while (*argv && strchr(*argv, '='))
        argv++;
    const char *slash = *argv ? strrchr(*argv, '/') : NULL;

    return slash ? slash + 1 : *argv ? *argv : "";
}

static bool begins(const char *variable)
{
    for (const char *const *one = beginnings; *one; one++)
        if (strncmp(variable, *one, strlen(*one)) == 0)
            return true;
    return false;
}

void batch_system_hide(char *const *argv)
{
    const char *program = program_of(argv);
    size_t kept = 0;

    for (const char *const *one = launchers; *one; one++)
        if (strcmp(program, *one) == 0)
            return;
    for (char **variable = environ; *variable; variable++)
        if (!begins(*variable))
            environ[kept++] = *variable;
    environ[kept] = NULL;
}
