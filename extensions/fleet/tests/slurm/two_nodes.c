/* SPDX-License-Identifier: BSD-3-Clause */
/* Preloaded in the jobs of virtual nodes, which all are this machine: n2 has the MPI library of the
 * folder OTHER_MPI, and on n3 everything takes three times as long, as its clock runs so fast. */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOWNESS = 3, NANOSECONDS = 1000000000 };

static int is_slow;

__attribute__((constructor)) static void plant(void)
{
    const char *node = getenv("SLURMD_NODENAME");

    is_slow = node && strcmp(node, "n3") == 0;
    if (node && strcmp(node, "n2") == 0)
        setenv("LD_LIBRARY_PATH", getenv("OTHER_MPI"), 1);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    const long status = syscall(SYS_clock_gettime, clock, now);

    if (status == 0 && is_slow && clock == CLOCK_MONOTONIC) {
        const long long time = SLOWNESS * (now->tv_sec * (long long)NANOSECONDS + now->tv_nsec);

        now->tv_sec = time / NANOSECONDS;
        now->tv_nsec = time % NANOSECONDS;
    }
    return (int)status;
}
