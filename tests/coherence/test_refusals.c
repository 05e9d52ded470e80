/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptions with one member that is wrong: refused with the file's and the member's names. */
#include "simulate/coherence/simulated_machine.h"
#include "tests/tap.h"

#include <jansson.h>
#include <string.h>
#include <unistd.h>

static const char good[] =
    "{'name': 'two', 'protocol': 'mesi',"
    " 'cores': [{'llc': 0, 'node': 0, 'socket': 0, 'domain': 0},"
    "           {'llc': 0, 'node': 0, 'socket': 0, 'domain': 0}],"
    " 'transfer_ns': [[0, 50], [50, 0]], 'shared_ns': {'llc': 1, 'node': 2, 'socket': 3, 'far': 4},"
    " 'memory_ns': [[90]], 'resources': [{'name': 'bus', 'kind': 'bus', 'MBps': 1000}],"
    " 'memory_of': [-1], 'routes': [[[0]]], 'hit_ns': 1, 'store_ns': 1, 'pause_ns': 10,"
    " 'atomic_ns': 5, 'fence_ns': 20, 'window_ns': 30, 'outstanding': 10, 'stores': 50,"
    " 'copy_MBps': 10000, 'reduce_ns_per_byte': 0.1, 'futex_ns': 0, 'futex_call_ns': 0,"
    " 'cache_bytes': 65536, 'llc_bytes': 1048576,"
    " 'mpi': {'send_ns': 1, 'receive_ns': 1, 'eager_bytes': 65536, 'collective_ns': 1,"
    "         'kernel_call_ns': 1, 'kernel_page_ns': 1}}";

/* A member, what it becomes instead ("": it is left out), and what the refusal says. */
static const struct {
    const char *member, *value, *why;
} wrong[] = {
    {"name", "7", "`name` must be a text"},
    {"protocol", "'msi'", "`protocol` must be one of mesi, mesif, moesi, intel"},
    {"cores", "[]", "`cores` must be a list of 1 to 512"},
    {"cores", "[{'llc': 0, 'node': 0, 'socket': 0}]", "`domain` must be an integer from 0"},
    {"cores",
     "[{'llc': 0, 'node': 1, 'socket': 0, 'domain': 0},"
     " {'llc': 0, 'node': 0, 'socket': 0, 'domain': 0}]",
     "core 0 lies on node 1, but `memory_of` lists 1 nodes"},
    {"transfer_ns", "[[0, 50]]", "`transfer_ns` must be a list of 2"},
    {"transfer_ns", "[[0, 50], [50]]", "`transfer_ns`[1] must be a list of 2"},
    {"transfer_ns", "[[0, 50], [60, 0]]", "`transfer_ns` must be symmetric"},
    {"transfer_ns", "[[0, -1], [-1, 0]]", "`transfer_ns`[0][1] must be a number not below 0"},
    {"shared_ns", "{'llc': 1}", "`node` must be a number not below 0"},
    {"memory_ns", "", "`memory_ns` must be a list of 1"},
    {"memory_of", "[1]", "`memory_of` has an element that is no integer from -1 to 0"},
    {"cache_of", "[0]", "`cache_of` must be a list of 2"},
    {"cache_of", "[0, 1]", "`cache_of` has an element that is no integer from -1 to 0"},
    {"llc_of", "[0, 0]", "`llc_of` must be a list of 1"},
    {"resources", "[{'name': 'bus', 'kind': 'ring', 'MBps': 1}]", "one of bus, port, link, memory"},
    {"resources", "[{'name': 'bus', 'kind': 'bus', 'MBps': 0}]",
     "`MBps` must be a number not below"},
    {"routes", "[[[0, 0, 0, 0, 0]]]", "`routes`[0][0] must list at most 4 resources"},
    {"routes", "[[[1]]]", "`routes` has an element that is no integer from 0 to 0"},
    {"routes", "[[]]", "`routes`[0] must have an entry for each of 1 domains"},
    {"hit_ns", "'fast'", "`hit_ns` must be a number not below 0"},
    {"hit_ns", "", "`hit_ns` must be a number not below 0"},
    {"outstanding", "0", "`outstanding` must be an integer from 1"},
    {"outstanding", "2.5", "`outstanding` must be an integer from 1"},
    {"stores", "1000", "`stores` must be an integer from 1 to 256"},
    {"mpi", "", "`mpi` must be an object"},
    {"mpi", "{'send_ns': 1, 'receive_ns': 1, 'eager_bytes': 1, 'collective_ns': 1}",
     "`kernel_call_ns` must be a number not below 0"},
};

static char file[] = "/tmp/comops-description-XXXXXX";

/* JSON with single quotes. */
static json_t *parse(const char *text)
{
    char quoted[2048];

    snprintf(quoted, sizeof quoted, "%s", text);
    for (char *at = quoted; (at = strchr(at, '\''));)
        *at = '"';
    return json_loads(quoted, JSON_DECODE_ANY, NULL);
}

static const char *refusal_of(json_t *root)
{
    const char *why = NULL;

    json_dump_file(root, file, 0);
    machine_free(machine_read(file, &why));
    return why;
}

TEST(a_description_is_read)
{
    json_t *root = parse(good);
    const char *why;

    close(mkstemp(file));
    CHECK(json_dump_file(root, file, 0) == 0);
    struct machine *machine = machine_read(file, &why);

    CHECK(machine && !why);
    CHECK(machine && machine->cores == 2 && machine->transfer[1] == 50 &&
          machine->resource[0].rate == 1 && machine->routes[0] == 0 && machine->routes[1] == -1 &&
          machine->mpi.eager == 65536);
    machine_free(machine);
    json_decref(root);
    unlink(file);
}

TEST(what_is_wrong_in_a_description_is_named)
{
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *root = parse(good);

        if (*wrong[i].value)
            json_object_set_new(root, wrong[i].member, parse(wrong[i].value));
        else
            json_object_del(root, wrong[i].member);
        const char *why = refusal_of(root);

        if (!why || !strstr(why, wrong[i].why) || strncmp(why, file, strlen(file)) != 0)
            printf("# %s %s: %s\n", wrong[i].member, wrong[i].value, why ? why : "is taken");
        CHECK(why && strstr(why, wrong[i].why) && strncmp(why, file, strlen(file)) == 0);
        json_decref(root);
    }
    unlink(file);
}

TEST(a_file_that_is_no_object_or_is_missing_is_refused)
{
    json_t *list = json_array();
    const char *why = refusal_of(list);

    CHECK(why && strstr(why, "it must be a JSON object"));
    json_decref(list);
    unlink(file);
    CHECK(!machine_read(file, &why) && strstr(why, file));
}
