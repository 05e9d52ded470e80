/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptions with one member that is wrong: refused with the file's and the member's names. */
#include "extensions/simulate/coherence/simulated_machine.h"
#include "tests/tap.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The lines of each member, which is their first word or precedes its first dot. */
static const char *const good[] = {
    "name \"two\"",
    "protocol \"mesi\"",
    "cores #2",
    "cores.0.llc 0",
    "cores.0.node 0",
    "cores.0.socket 0",
    "cores.0.domain 0",
    "cores.1.llc 0",
    "cores.1.node 0",
    "cores.1.socket 0",
    "cores.1.domain 0",
    "transfer_ns #2",
    "transfer_ns.0 0 50",
    "transfer_ns.1 50 0",
    "shared_ns.llc 1",
    "shared_ns.node 2",
    "shared_ns.socket 3",
    "shared_ns.far 4",
    "memory_ns #1",
    "memory_ns.0 90",
    "resources #1",
    "resources.0.name \"bus\"",
    "resources.0.kind \"bus\"",
    "resources.0.MBps 1000",
    "memory_of -1",
    "routes #1",
    "routes.0 #1",
    "routes.0.0 0",
    "hit_ns 1",
    "store_ns 1",
    "pause_ns 10",
    "atomic_ns 5",
    "fence_ns 20",
    "window_ns 30",
    "outstanding 10",
    "stores 50",
    "copy_MBps 10000",
    "reduce_ns_per_byte 0.1",
    "futex_ns 0",
    "futex_call_ns 0",
    "cache_bytes 65536",
    "llc_bytes 1048576",
};

/* A member, what it becomes instead ("": it is left out), and what the refusal says. */
static const struct {
    const char *member, *lines, *why;
} wrong[] = {
    {"name", "name 7", "`name` must be a text"},
    {"protocol", "protocol \"msi\"",
     "`protocol` must be one of mesi, mesif, moesi, intel, skylake"},
    {"cores", "cores", "`cores` must be a list of 1 to 512"},
    {"cores", "cores #1\ncores.0.llc 0\ncores.0.node 0\ncores.0.socket 0",
     "`domain` must be an integer from 0"},
    {"cores",
     "cores #2\ncores.0.llc 0\ncores.0.node 1\ncores.0.socket 0\ncores.0.domain 0\n"
     "cores.1.llc 0\ncores.1.node 0\ncores.1.socket 0\ncores.1.domain 0",
     "core 0 lies on node 1, but `memory_of` lists 1 nodes"},
    {"transfer_ns", "transfer_ns #1\ntransfer_ns.0 0 50", "`transfer_ns` must be a list of 2"},
    {"transfer_ns", "transfer_ns #2\ntransfer_ns.0 0 50\ntransfer_ns.1 50",
     "`transfer_ns`[1] must be a list of 2"},
    {"transfer_ns", "transfer_ns #2\ntransfer_ns.0 0 50\ntransfer_ns.1 60 0",
     "`transfer_ns` must be symmetric"},
    {"transfer_ns", "transfer_ns #2\ntransfer_ns.0 0 -1\ntransfer_ns.1 -1 0",
     "`transfer_ns`[0][1] must be a number not below 0"},
    {"shared_ns", "shared_ns.llc 1", "`node` must be a number not below 0"},
    {"memory_ns", "", "`memory_ns` must be a list of 1"},
    {"memory_of", "memory_of 1", "`memory_of` has an element that is no integer from -1 to 0"},
    {"cache_of", "cache_of 0", "`cache_of` must be a list of 2"},
    {"cache_of", "cache_of 0 1", "`cache_of` has an element that is no integer from -1 to 0"},
    {"llc_of", "llc_of 0 0", "`llc_of` must be a list of 1"},
    {"resources",
     "resources #1\nresources.0.name \"bus\"\nresources.0.kind \"ring\"\nresources.0.MBps 1",
     "one of bus, port, link, memory"},
    {"resources",
     "resources #1\nresources.0.name \"bus\"\nresources.0.kind \"bus\"\nresources.0.MBps 0",
     "`MBps` must be a number not below"},
    {"routes", "routes #1\nroutes.0 #1\nroutes.0.0 0 0 0 0 0",
     "`routes`[0][0] must list at most 4 resources"},
    {"routes", "routes #1\nroutes.0 #1\nroutes.0.0 1",
     "`routes` has an element that is no integer from 0 to 0"},
    {"routes", "routes #1\nroutes.0", "`routes`[0] must have an entry for each of 1 domains"},
    {"hit_ns", "hit_ns \"fast\"", "`hit_ns` must be a number not below 0"},
    {"hit_ns", "", "`hit_ns` must be a number not below 0"},
    {"outstanding", "outstanding 0", "`outstanding` must be an integer from 1"},
    {"outstanding", "outstanding 2.5", "`outstanding` must be an integer from 1"},
    {"stores", "stores 1000", "`stores` must be an integer from 1 to 256"},
};

static char file[] = "/tmp/comops-description-XXXXXX";

static bool is_of(const char *line, const char *member)
{
    const size_t length = strlen(member);

    return strncmp(line, member, length) == 0 && (line[length] == ' ' || line[length] == '.');
}

/* Writes the good description with other lines for one member. */
static void write_with(const char *member, const char *lines)
{
    FILE *out = fopen(file, "w");

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!member || !is_of(good[i], member))
            fprintf(out, "%s\n", good[i]);
    if (member)
        fprintf(out, "%s\n", lines);
    fclose(out);
}

static const char *refusal(void)
{
    const char *why = NULL;

    machine_free(machine_read(file, &why));
    return why;
}

TEST(a_description_is_read)
{
    const char *why;

    close(mkstemp(file));
    write_with(NULL, NULL);
    struct machine *machine = machine_read(file, &why);

    CHECK(machine && !why);
    CHECK(machine && machine->cores == 2 && machine->transfer[1] == 50 &&
          machine->resource[0].rate == 1 && machine->routes[0] == 0 && machine->routes[1] == -1 &&
          strcmp(machine->name, "two") == 0);
    machine_free(machine);
    unlink(file);
}

TEST(what_is_wrong_in_a_description_is_named)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        write_with(wrong[i].member, wrong[i].lines);
        const char *why = refusal();

        if (!why || !strstr(why, wrong[i].why) || strncmp(why, file, strlen(file)) != 0)
            printf("# %s %s: %s\n", wrong[i].member, wrong[i].lines, why ? why : "is taken");
        CHECK(why && strstr(why, wrong[i].why) && strncmp(why, file, strlen(file)) == 0);
    }
    unlink(file);
}

TEST(a_file_that_has_no_lines_or_is_missing_is_refused)
{
    fclose(fopen(file, "w"));
    const char *why = refusal();

    CHECK(why && strstr(why, "it must be a description"));
    unlink(file);
    CHECK(!machine_read(file, &why) && strstr(why, file));
}
