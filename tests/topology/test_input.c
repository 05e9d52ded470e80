/* SPDX-License-Identifier: BSD-3-Clause */
/* What users write: files of machines, hwloc's environment, names of placements and of policies for
 * pages. And all that topology/ answers of the saved machines, for the sanitizers: whether it is
 * right is tested in Python. */
#include "tests/tap.h"

#include "topology/internal.h"
#include "topology/placement.h"

#include <glob.h>
#include <string.h>
#include <unistd.h>

#define BAD MACHINES "/../bad/"

/* Writes a file, loads it as a machine and removes it. */
static struct machine *text_load(const char *text, size_t length, char *why, size_t why_size)
{
    char path[] = "/tmp/comops-machine-XXXXXX";
    int descriptor = mkstemp(path);
    struct machine *machine;

    CHECK(descriptor >= 0 && write(descriptor, text, length) == (ssize_t)length);
    close(descriptor);
    machine = machine_load(path, why, why_size);
    unlink(path);
    return machine;
}

static bool load_fails(const char *path, const char *reason)
{
    char why[256] = "";
    struct machine *machine = machine_load(path, why, sizeof(why));
    bool failed = !machine && strstr(why, reason);

    if (!failed)
        printf("# %s: '%s' does not say '%s'\n", path ? path : "environment", why, reason);
    machine_free(machine);
    return failed;
}

static bool text_fails(const char *text, const char *reason)
{
    char why[256] = "";
    struct machine *machine = text_load(text, strlen(text), why, sizeof(why));
    bool failed = !machine && strstr(why, reason);

    if (!failed)
        printf("# '%s' does not say '%s'\n", why, reason);
    machine_free(machine);
    return failed;
}

TEST(a_missing_file_is_named_with_the_reason)
{
    CHECK(load_fails("/nonexistent/machine.xml", "/nonexistent/machine.xml: No such file"));
    CHECK(load_fails("/", "/: Is a directory"));
}

TEST(a_file_that_is_no_topology_is_refused)
{
    CHECK(load_fails("/dev/null", "/dev/null: not a file"));
    CHECK(text_fails("hello\n", "not a topology saved by hwloc"));
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<html><body/></html>\n", "not a topology"));
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<topology version=\"2.0\">\n</topology>\n",
                     "not a topology"));
}

TEST(a_file_of_a_later_format_is_refused_as_such)
{
    CHECK(text_fails("<?xml version=\"1.0\"?>\n<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
                     "<topology version=\"99.0\">\n<object type=\"Machine\"/>\n</topology>\n",
                     "saved in hwloc's XML format 99.0, which hwloc"));
}

/* Each of these crashed hwloc 2.9 or us. */
TEST(a_file_that_makes_no_sense_is_refused_by_name)
{
    static const char *const paths[] = {BAD "doctype.xml", BAD "numa_root.xml", BAD "lost_node.xml",
                                        BAD "same_os_index.xml"};

    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        CHECK(load_fails(paths[i], paths[i]));
    CHECK(load_fails(BAD "nested_pu.xml", "any of the machine's hardware threads"));
}

TEST(a_file_cut_anywhere_loads_or_is_refused_with_a_reason)
{
    static char text[1 << 16];
    FILE *file = fopen(MACHINES "/8intel64-4n2t-memattrs.xml", "r");
    size_t length = file ? fread(text, 1, sizeof(text), file) : 0;

    CHECK(length > 0);
    for (size_t cut = 0; cut < length; cut += 97) {
        char why[256] = "";
        struct machine *machine = text_load(text, cut, why, sizeof(why));
        CHECK(machine || *why);
        machine_free(machine);
    }
    if (file)
        fclose(file);
}

TEST(a_wrong_environment_is_refused_instead_of_ignored)
{
    setenv("HWLOC_SYNTHETIC", "nonsense:x", 1);
    CHECK(load_fails(NULL, "HWLOC_SYNTHETIC='nonsense:x'"));
    unsetenv("HWLOC_SYNTHETIC");
    setenv("HWLOC_XMLFILE", "/nonexistent/machine.xml", 1);
    CHECK(load_fails(NULL, "/nonexistent/machine.xml: No such file"));
    unsetenv("HWLOC_XMLFILE");
}

TEST(hwloc_prints_nothing_of_its_own)
{
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);

    CHECK(file && saved >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
    a_file_that_is_no_topology_is_refused();
    a_file_of_a_later_format_is_refused_as_such();
    a_wrong_environment_is_refused_instead_of_ignored();
    dup2(saved, STDERR_FILENO);
    close(saved);
    CHECK(lseek(fileno(file), 0, SEEK_END) == 0);
    fclose(file);
}

static bool is_refused(const char *name, const char *reason)
{
    char why[512] = "";
    bool refused = !placement_is_name(name, why, sizeof(why)) && strstr(why, reason);

    if (!refused)
        printf("# `%s`: '%s' does not say '%s'\n", name, why, reason);
    return refused;
}

TEST(every_valid_name_is_accepted)
{
    static const char *const names[] = {
        "distance:1", "distance:12",         "pu:0",     "pu:0+2+5-7",         "numa:0.core:0-3",
        "L3:all",     "package:odd+core:1-", "core:2:4", "NUMANode:0.pu:even", "machine:0"};
    char why[512];

    for (const char *const *name = placement_names_all(); *name; name++)
        CHECK(placement_is_name(*name, why, sizeof(why)));
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        CHECK(placement_is_name(names[i], why, sizeof(why)) && placement_meaning(names[i]));
}

TEST(an_invalid_name_is_refused_with_the_expected_form)
{
    CHECK(is_refused("nonsense", "no placement `nonsense`; there are: bus, crossbar, agent,"));
    CHECK(is_refused("", "no placement ``"));
    CHECK(is_refused("distance", "is written distance:K"));
    CHECK(is_refused("pu", "is written pu:LIST"));
    CHECK(is_refused("distance:0", "the nearest is distance:1"));
    CHECK(is_refused("distance:2x", "the nearest is distance:1"));
    CHECK(is_refused("distance:12345678901", "the nearest is distance:1"));
    CHECK(is_refused("pu:", "is not a list of hardware threads like 0+2+5-7"));
    CHECK(is_refused("pu:0+", "is not a list"));
    CHECK(is_refused("pu:7-5", "is not a list"));
    CHECK(is_refused("pu:99999999999", "is not a list"));
    CHECK(is_refused("pu:0-2+1", "hardware thread 1 is listed twice"));
    CHECK(is_refused("core:", "is not N, N-M, N-, N:COUNT, all, odd or even"));
    CHECK(is_refused("core:3-1", "is not N, N-M"));
    CHECK(is_refused("core:0:0", "is not N, N-M"));
    CHECK(is_refused("core:oddly", "is not N, N-M"));
    CHECK(is_refused("core:0.", "is not a location like"));
    CHECK(is_refused("core:0+", "is not a location like"));
    CHECK(is_refused("core:0.l3", "is not a location like"));
    CHECK(is_refused("kernel:0", "`kernel` is not a part of a machine with cores in it"));
    CHECK(is_refused("core7:0", "`core7` is not a part"));
    CHECK(is_refused("os:0", "`os` is not a part"));
    CHECK(is_refused("numa[hbm]:0", "`numa[hbm]` is not a part"));
    CHECK(is_refused("core:0+pu:1", "pu: cannot be part of a location"));
}

TEST(a_policy_is_known_by_its_name)
{
    CHECK(pages_is_policy("local") && pages_is_policy("node:12") && pages_is_policy("kind:hbm"));
    CHECK(!pages_is_policy("node:") && !pages_is_policy("node:x") && !pages_is_policy("moon"));
}

static void check_placement(const struct machine *machine, struct json *json, const char *name,
                            int ranks)
{
    struct placement *placement = placement_plan(machine, name, ranks, ranks % 2);

    CHECK(!placement->pus == !!placement->refused);
    placement_add_json(placement, json);
    for (const char *const *policy = pages_policies(); placement->pus && *policy; policy++) {
        struct pages *pages = pages_plan(machine, *policy, placement);

        CHECK(!pages->nodes == !!pages->refused);
        pages_free(pages);
    }
    placement_free(placement);
}

TEST(all_placements_on_saved_machines_are_decided_or_refused)
{
    struct json json = {.out = fopen("/dev/null", "w")};
    char why[256], distance[32];
    glob_t files;

    CHECK(json.out && glob(MACHINES "/*.xml", 0, NULL, &files) == 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct machine *machine = machine_load(files.gl_pathv[i], why, sizeof(why));
        const int cores = machine->core_count;

        machine_add_json(machine, &json);
        for (int ranks = 1; ranks <= cores + 2; ranks += ranks < 6 ? 1 : 1 + cores / 3) {
            for (const char *const *name = placement_names_all(); *name; name++)
                check_placement(machine, &json, *name, ranks);
            for (int level = 1; level <= placement_distances(machine) + 1; level++) {
                snprintf(distance, sizeof(distance), "distance:%d", level);
                check_placement(machine, &json, distance, ranks);
            }
        }
        check_placement(machine, &json, "core:1-.pu:0", 2);
        machine_free(machine);
    }
    globfree(&files);
    fclose(json.out);
}
