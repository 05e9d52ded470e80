/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/tuning/kept.h"

#include "build.h" /* generated: version */
#include "comops/contract/vectors.h"
#include "comops/text/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

/* All that the trials depend on. */
static json_t *key_of(const struct machine *machine, const struct placement *placement)
{
    struct utsname system;
    json_t *pus = json_array();

    uname(&system);
    for (int rank = 0; rank < placement->ranks; rank++)
        json_array_append_new(pus, json_integer(placement->pus[rank]));
    return json_pack("{ss ss ss ss ss so}", "version", COMOPS_VERSION, "host", system.nodename,
                     "cpu", machine_model(machine), "vectors", vector_set_names[vectors_chosen()],
                     "machine", machine_summary(machine), "pus", pus);
}

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const json_t *key)
{
    char *text = memory_or_die(json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS));
    uint64_t hash = 0xcbf29ce484222325u;

    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    free(text);
    return hash;
}

/* NULL: there is no home. The caller frees. */
static char *file_of(const json_t *key)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool given = cache && *cache == '/'; /* others must be ignored, says the standard */

    if (!given && !(home && *home == '/'))
        return NULL;
    return text_format("%s%s/comops/tuning/%016llx.json", given ? cache : home,
                       given ? "" : "/.cache", (unsigned long long)hash_of(key));
}

json_t *kept_read(const struct machine *machine, const struct placement *placement)
{
    json_t *key = key_of(machine, placement);
    char *name = file_of(key);
    json_t *file = name ? json_load_file(name, 0, NULL) : NULL;
    json_t *tuning = json_equal(json_object_get(file, "key"), key)
                         ? json_incref(json_array_get(json_object_get(file, "tuning"), 0))
                         : NULL;

    json_decref(file);
    json_decref(key);
    free(name);
    return tuning;
}

/* The folders above a file. */
static void make_folders(char *name)
{
    for (char *slash = strchr(name + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(name, 0777); /* errors show when the file is created */
        *slash = '/';
    }
}

static bool write_whole(const json_t *json, const char *name)
{
    char *part = text_format("%s-XXXXXX", name);
    const int fd = mkstemp(part);
    bool good = fd >= 0 && json_dumpfd(json, fd, JSON_INDENT(1)) == 0;

    if (fd >= 0)
        good = close(fd) == 0 && good && rename(part, name) == 0;
    if (fd >= 0 && !good)
        unlink(part);
    free(part);
    return good;
}

void kept_write(const struct machine *machine, const struct placement *placement, json_t *tuning)
{
    json_t *key = key_of(machine, placement);
    char *name = file_of(key);
    json_t *file = json_pack("{sO s[O]}", "key", key, "tuning", tuning);

    if (name)
        make_folders(name);
    if (!name || !write_whole(file, name))
        text_detail("the tuning cannot be stored for later campaigns: %s",
                    name ? strerror(errno) : "there is no home folder");
    json_decref(file);
    json_decref(key);
    free(name);
}
