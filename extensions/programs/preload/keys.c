/* SPDX-License-Identifier: BSD-3-Clause */
/* By what calls are told apart: bytes of one block, ranks, partner, type, operation. */
#include "extensions/programs/preload/profile.h"

/* Persistent requests. One that was freed keeps its place: libraries use handles again. */
enum { REQUESTS = 1 << 16 };
static struct {
    word request;
    struct row_key key;
} requests[REQUESTS];

/* A call, and the ranks that take part in it. In Fortran all arguments are pointers. */
struct made {
    const struct description *what;
    const word *arguments;
    bool fortran;
    struct group_facts group;
};

static int integer(const struct made *call, int at)
{
    return call->fortran ? *(const int *)call->arguments[at] : (int)call->arguments[at];
}

static word handle(const struct made *call, int at, word (*from_fortran)(int))
{
    const word *argument = &call->arguments[at];
    return handle_at(call->fortran ? (const void *)*argument : argument, 0, from_fortran,
                     call->fortran);
}

bool is_in_place(word buffer)
{
    return buffer && (buffer == IN_PLACE_C || buffer == library.in_place_fortran);
}

static bool receive_side_counts(const struct made *call)
{
    const struct description *what = call->what;
    if (!what->rcount && !what->rcounts)
        return false;
    if (what->rpeer)
        return integer(call, what->peer) == PROC_NULL;
    if (what->scatters)
        return integer(call, what->root) != call->group.rank;
    return is_in_place(call->arguments[what->send]) || (!what->count && !what->counts);
}

/* Where each partner has a count, and perhaps a type, of its own, their mean. */
static void block_add(struct row_key *key, const struct made *call)
{
    const struct description *what = call->what;
    bool right = receive_side_counts(call);
    int count = right ? what->rcount : what->count, counts = right ? what->rcounts : what->counts;
    int type = right ? what->rtype : what->type, types = right ? what->rtypes : what->types;
    int partners = what->neighbours ? call->group.neighbours : call->group.ranks;
    int elements = count ? integer(call, count) : 1, blocks = counts ? partners : 1;
    word of = types ? 0 : handle(call, type, library.Type_f2c);
    bool contiguous = true;
    uint64_t bytes = 0;
    for (int i = 0; i < blocks; i++) {
        word before = of;
        if (types)
            of = handle_at((void *)call->arguments[types], i, library.Type_f2c, call->fortran);
        if (counts)
            elements = ((const int *)call->arguments[counts])[i];
        struct type_facts facts = type_ask(of);
        contiguous = contiguous && facts.contiguous;
        bytes += elements > 0 ? (uint64_t)elements * (uint64_t)facts.size : 0;
        key->type = facts.named && (!i || before == of) ? of : 0;
    }
    key->bytes = counts && blocks > 0 ? (bytes + (uint64_t)blocks / 2) / (uint64_t)blocks : bytes;
    key->flags = (contiguous ? CONTIGUOUS : 0)
                 | (is_in_place(call->arguments[what->send])
                    || is_in_place(call->arguments[what->recv]) ? IN_PLACE : 0);
}

/* What was said when the requests were made, and their mean bytes. */
static void requests_add(struct row_key *key, const struct made *call)
{
    const void *all = (const void *)call->arguments[call->what->request];
    uint64_t many = call->what->many ? (uint64_t)integer(call, call->what->many) : 1, bytes = 0;
    for (uint64_t i = 0; i < many; i++) {
        word request = handle_at(all, (int)i, library.Request_f2c, call->fortran);
        size_t at = ((uint64_t)request * 0x9e3779b97f4a7c15ull >> 32) % REQUESTS;
        if (call->what->makes) {
            requests[at].key = *key;
            requests[at].request = request;
        } else if (requests[at].request == request)
            *key = requests[at].key;
        bytes += key->bytes;
    }
    key->call = call->what->number;
    key->partner = many > 1 ? ANY : key->partner;
    key->bytes = many ? (bytes + many / 2) / many : 0;
}

void key_fill(struct row_key *key, const struct entry *entry, const word *arguments)
{
    const struct description *what = entry->what;
    struct made call = {what, arguments, entry->fortran, {0}};
    int peer = what->peer ? integer(&call, what->peer) : 0;
    if (what->rpeer && peer == PROC_NULL)
        peer = integer(&call, what->rpeer);
    if (what->comm || what->win) {
        word group = what->win ? handle(&call, what->win, library.Win_f2c)
                               : handle(&call, what->comm, library.Comm_f2c);
        call.group = group_ask(group, what->win);
        key->ranks = call.group.ranks;
        key->partner = what->peer ? partner_ask(group, what->win, peer) : ANY;
    }
    if (what->op)
        key->op = handle(&call, what->op, library.Op_f2c);
    if (what->moves && (!what->peer || peer != PROC_NULL)) /* nothing moves to and from nobody */
        block_add(key, &call);
    if (what->request)
        requests_add(key, &call);
}
