/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/simulate/coherence/cache/protocol.h"
#include "extensions/simulate/coherence/polling/polls.h"
#include "extensions/simulate/coherence/schedule.h"
#include "comops/ranks/watch/watch.h"

#include <stdatomic.h>

enum { ABSENT = -1 };

static int place_in(const int which[], int count, int word)
{
    for (int i = 0; i < count; i++)
        if (which[i] == word)
            return i;
    return ABSENT;
}

int words_unchanged(const struct rank *rank, const int which[], int count)
{
    int i = 0;

    while (i < count && rank->words[which[i]].unchanged)
        i++;
    return i;
}

/* ---- lines that are lost -------------------------------------------------------------------- */

static double time_of_load(const struct rank *rank, int place)
{
    return rank->begin + place * machine->hit;
}

/* Loads before that time hit; the next one of this word does not. */
static void pass_shorten(struct rank *rank, int word, double time)
{
    const int place = place_in(rank->passes, rank->passed, word);

    if (place == ABSENT || time_of_load(rank, place) < time)
        return;
    rank->passed = place;
    schedule_hasten(rank, time_of_load(rank, place));
}

static bool polls_word(const struct rank *rank, int word)
{
    const struct poll *polls = rank->polls[rank->polling];

    for (int i = 0; i < rank->poll_count[rank->polling]; i++)
        if (place_in(polls[i].which, polls[i].count, word) != ABSENT)
            return true;
    return false;
}

struct rank *words_lose(struct line *line, double time)
{
    if (!line->word)
        return NULL;
    struct rank *rank = &ranks[line->word / CORES_MOST - 1];
    const int word = line->word % CORES_MOST;

    rank->words[word].unchanged = false;
    if (rank->passes)
        pass_shorten(rank, word, time);
    return rank->asleep && polls_word(rank, word) ? rank : NULL;
}

/* Forgets words whose lines the rank has evicted by loading others. */
static void evicted_forget(struct rank *rank)
{
    if (rank->evictions == evictions_count(rank->number))
        return;
    rank->evictions = evictions_count(rank->number);
    for (int word = 0; word < rank_count; word++)
        if (rank->words[word].unchanged)
            rank->words[word].unchanged =
                protocol_hits(rank->words[word].line, rank->number, rank->clock);
}

/* ---- loads -------------------------------------------------------------------------------- */

/* Returns how many of these words are loaded before one that is not unchanged. */
static int pass(struct rank *rank, const int which[], int count, const void *site)
{
    evicted_forget(rank);
    rank->passed = words_unchanged(rank, which, count);
    if (rank->passed == 0)
        return 0;
    rank->passes = which;
    rank->begin = rank->clock;
    rank->clock = time_of_load(rank, rank->passed - 1);
    schedule_point(rank);
    rank->passes = NULL;
    rank->clock = rank->begin;
    if (rank->passed == 0)
        return 0;
    rank_work(rank, rank->passed * machine->hit);
    rank->checked = rank->clock;
    rank->accesses += (uint64_t)rank->passed;
    polls_note_words(rank, which, rank->passed, site);
    return rank->passed;
}

/* True if the word is 0. */
static bool word_load(struct rank *rank, const int *which, const void *site)
{
    struct engine_word *word = &rank->words[*which];
    const void *address = (const void *)word->address;

    word->line = line_at(watch_place(address), rank->number);
    word->line->word = (rank->number + 1) * CORES_MOST + *which;
    rank->loads = which;
    const bool zero = !watched_load(address, sizeof(int), memory_order_acquire, site);

    rank->loads = NULL;
    word->unchanged = zero && (!word->line->exclusive || word->line->owner == rank->number);
    return zero;
}

int engine_find(struct engine_word words[], const int which[], int count)
{
    struct rank *rank = &ranks[watch_rank];
    const void *site = __builtin_return_address(0);

    rank->words = words;
    for (int at = 0;; at++) {
        at += pass(rank, which + at, count - at, site);
        if (at == count || !word_load(rank, which + at, site))
            return at;
    }
}
