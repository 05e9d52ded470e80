/* SPDX-License-Identifier: BSD-3-Clause */
/* What a batch system says reaches its own launchers alone. */
#include "comops/launch/batch_system.h"
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

static void begin_job(void)
{
    setenv("SLURM_JOB_ID", "17", 1);
    setenv("PMI_RANK", "0", 1);
    setenv("SLURMD_NODENAME", "n1", 1);
}

#define HIDE(...) batch_system_hide((char *[]){__VA_ARGS__, NULL})

TEST(a_job_is_known_by_its_variable)
{
    begin_job();
    CHECK(strcmp(batch_system_find().name, "Slurm") == 0);
    CHECK(strcmp(batch_system_find().job, "17") == 0);
    setenv("SLURM_JOB_ID", "", 1);
    CHECK(!batch_system_find().name);
    setenv("PBS_JOBID", "17.host", 1);
    CHECK(strcmp(batch_system_find().name, "PBS") == 0);
}

TEST(an_mpi_launcher_does_not_see_the_job)
{
    begin_job();
    HIDE("/opt/mpich/bin/mpiexec", "-n", "2", "worker");
    CHECK(!getenv("SLURM_JOB_ID") && !getenv("PMI_RANK") && !getenv("PBS_JOBID"));
    CHECK(getenv("SLURMD_NODENAME") && getenv("PATH"));
}

TEST(a_launcher_of_the_batch_system_sees_it)
{
    begin_job();
    HIDE("srun", "-n", "2", "worker");
    HIDE("env", "LD_LIBRARY_PATH=/opt/lib", "/usr/bin/srun", "-n", "2", "worker");
    CHECK(getenv("SLURM_JOB_ID") && getenv("PMI_RANK"));
    HIDE("env", "LD_LIBRARY_PATH=/opt/lib", "mpiexec", "-n", "2", "worker");
    CHECK(!getenv("SLURM_JOB_ID"));
}
