/* SPDX-License-Identifier: BSD-3-Clause */
/* What differs between nodes is read from the kernel's files, here made-up ones. */
#include "comops/results/facts.h"
#include "comops/text/text.h"
#include "tests/tap.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static char root[] = "/tmp/comops-facts-XXXXXX";

static void put(const char *file, const char *text)
{
    char *name = text_format("%s%s", root, file);

    for (char *at = strchr(name + strlen(root) + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        CHECK(mkdir(name, 0700) == 0 || errno == EEXIST);
        *at = '/';
    }
    FILE *stream = fopen(name, "w");

    CHECK(stream && fputs(text, stream) >= 0);
    if (stream)
        fclose(stream);
    free(name);
}

static bool is_text(const json_t *facts, const char *name, const char *expected)
{
    const char *text = json_string_value(json_object_get(facts, name));

    return text && strcmp(text, expected) == 0;
}

static bool is_number(const json_t *facts, const char *name, double expected)
{
    const json_t *number = json_object_get(facts, name);

    return json_is_number(number) && json_number_value(number) == expected;
}

TEST(what_cannot_be_read_is_null)
{
    CHECK(mkdtemp(root));
    json_t *facts = facts_read(root), *value;
    const char *name;

    json_object_foreach(facts, name, value)
        CHECK(json_is_null(value) || strstr("node_name host_name partition", name));
    CHECK(json_object_size(facts) > 20);
    json_decref(facts);
}

TEST(facts_are_those_of_the_files)
{
    put("/sys/class/dmi/id/bios_version", "2.18.1\n");
    put("/proc/cmdline", "ro quiet mitigations=off\n");
    put("/proc/cpuinfo", "processor\t: 0\nmicrocode\t: 0xd0003a5\n");
    put("/proc/sys/vm/nr_hugepages", "512\n");
    put("/sys/devices/system/cpu/smt/control", "notsupported\n");
    put("/sys/devices/system/cpu/vulnerabilities/meltdown", "Not affected\n");
    put("/sys/devices/system/cpu/vulnerabilities/l1tf", "Vulnerable\n");
    put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    json_t *facts = facts_read(root);

    CHECK(is_text(facts, "bios_version", "2.18.1"));
    CHECK(is_text(facts, "kernel_command_line", "ro quiet mitigations=off"));
    CHECK(is_text(facts, "microcode", "0xd0003a5"));
    CHECK(is_number(facts, "huge_pages", 512));
    CHECK(is_text(facts, "smt", "notsupported"));
    CHECK(is_text(facts, "mitigations", "l1tf: Vulnerable; meltdown: Not affected"));
    CHECK(is_text(facts, "transparent_hugepages", "madvise"));
    json_decref(facts);
}

TEST(memory_is_that_of_the_blocks_of_each_node)
{
    put("/sys/devices/system/memory/block_size_bytes", "8000000\n"); /* 128 MiB, without 0x */
    put("/sys/devices/system/node/node0/memory0/state", "online\n");
    put("/sys/devices/system/node/node0/memory12/state", "online\n");
    put("/sys/devices/system/node/node1/memory13/state", "online\n");
    json_t *facts = facts_read(root);

    CHECK(is_number(facts, "memory_bytes", 3.0 * (128 << 20)));
    CHECK(is_text(facts, "memory_layout", "0:268435456 1:134217728"));
    json_decref(facts);
}

TEST(the_hottest_processor_and_the_core_throttled_most_often_count)
{
    put("/sys/class/hwmon/hwmon0/name", "nvme\n");
    put("/sys/class/hwmon/hwmon0/temp1_input", "91000\n");
    put("/sys/class/hwmon/hwmon1/name", "coretemp\n");
    put("/sys/class/hwmon/hwmon1/temp1_input", "48000\n");
    put("/sys/class/hwmon/hwmon1/temp2_input", "61500\n");
    put("/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
    put("/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "17\n");
    json_t *facts = facts_read(root);

    CHECK(is_number(facts, "temperature_max", 61.5));
    CHECK(is_number(facts, "throttle_count", 17));
    json_decref(facts);
}

TEST(the_name_of_the_node_is_the_schedulers)
{
    setenv("SLURMD_NODENAME", "n7", 1);
    setenv("SLURM_JOB_PARTITION", "compute", 1);
    json_t *facts = facts_read(root);

    CHECK(is_text(facts, "node_name", "n7"));
    CHECK(is_text(facts, "partition", "compute"));
    CHECK(!is_text(facts, "host_name", "n7"));
    json_decref(facts);
    unsetenv("SLURMD_NODENAME");
    facts = facts_read(root);
    CHECK(is_text(facts, "node_name", json_string_value(json_object_get(facts, "host_name"))));
    json_decref(facts);
    char *remove = text_format("rm -r %s", root);

    CHECK(system(remove) == 0);
    free(remove);
}
