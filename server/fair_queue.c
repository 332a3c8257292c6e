/* A fair queue of work: see fair_queue.h. */
#include "server/fair_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* An address, or a person at it, with waiting work. */
struct fair_share {
    struct fair_share *next;   /* beside it, in order of arrival */
    struct fair_share *parent; /* a person's address; NULL: this is an address */
    struct fair_share *first;  /* the persons of an address */
    struct fair_item *head, *tail;
    uint64_t key;  /* among its siblings */
    uint64_t name; /* among all, for `kept` */
    int64_t used, level;
    int waiting;
};

void fair_init_queue(struct fair_queue *q, int most)
{
    memset(q, 0, sizeof *q);
    q->most = most;
}

static struct fair_share **siblings_of(struct fair_queue *q, struct fair_share *parent)
{
    return parent != NULL ? &parent->first : &q->first;
}

static int64_t *level_of(struct fair_queue *q, struct fair_share *parent)
{
    return parent != NULL ? &parent->level : &q->level;
}

/* The name of a person at an address, or of the address alone (person 0 is nobody). */
static uint64_t name_of(uint64_t address, uint64_t person, bool whole)
{
    uint64_t x = address * UINT64_C(0x9e3779b97f4a7c15) + (whole ? 1 : person * 2 + 2);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 27;
}

static struct fair_kept *kept_of(struct fair_queue *q, uint64_t name)
{
    struct fair_kept *kept = &q->kept[name % FAIR_KEPT];
    if (kept->key != name)
        *kept = (struct fair_kept){.key = name};
    return kept;
}

static struct fair_share *find(struct fair_queue *q, struct fair_share *parent, uint64_t key)
{
    struct fair_share *share = *siblings_of(q, parent);
    while (share != NULL && share->key != key)
        share = share->next;
    return share;
}

static struct fair_share *find_or_add(struct fair_queue *q, struct fair_share *parent, uint64_t key,
                                      uint64_t name)
{
    struct fair_share *share = find(q, parent, key), **end = siblings_of(q, parent);
    if (share != NULL)
        return share;
    const struct fair_kept *kept = kept_of(q, name);
    int64_t level = *level_of(q, parent);
    share = memory_take_zeros(1, sizeof *share);
    share->parent = parent;
    share->key = key;
    share->name = name;
    share->used = kept->used > level ? kept->used : level;
    share->level = kept->level;
    while (*end != NULL)
        end = &(*end)->next;
    *end = share;
    return share;
}

/* Remembers and frees a share without work, and then its address. */
static void close_share(struct fair_queue *q, struct fair_share *share)
{
    struct fair_share *parent = share->parent, **p = siblings_of(q, parent);
    if (share->waiting > 0)
        return;
    while (*p != share)
        p = &(*p)->next;
    *p = share->next;
    *kept_of(q, share->name) = (struct fair_kept){share->name, share->used, share->level};
    free(share);
    if (parent != NULL)
        close_share(q, parent);
}

static void unlink_item(struct fair_queue *q, struct fair_item *item)
{
    struct fair_share *share = item->share;
    *(item->previous != NULL ? &item->previous->next : &share->head) = item->next;
    *(item->next != NULL ? &item->next->previous : &share->tail) = item->previous;
    item->next = item->previous = NULL;
    item->share = NULL;
    share->waiting--;
    share->parent->waiting--;
    q->waiting--;
    close_share(q, share);
}

bool fair_put(struct fair_queue *q, struct fair_item *item)
{
    const struct fair_share *there = find(q, NULL, item->address);
    if (q->waiting >= q->most || (there != NULL && there->waiting >= q->most / FAIR_PARTS))
        return false;
    struct fair_share *address =
        find_or_add(q, NULL, item->address, name_of(item->address, 0, true));
    struct fair_share *share =
        find_or_add(q, address, item->person, name_of(item->address, item->person, false));
    item->share = share;
    item->next = NULL;
    item->previous = share->tail;
    *(share->tail != NULL ? &share->tail->next : &share->head) = item;
    share->tail = item;
    share->waiting++;
    address->waiting++;
    q->waiting++;
    return true;
}

/* Who has used least; the first of equals. */
static struct fair_share *pick(struct fair_share *first)
{
    struct fair_share *least = first;
    for (struct fair_share *share = first; share != NULL; share = share->next)
        if (share->used < least->used)
            least = share;
    return least;
}

static void raise_level(int64_t *level, int64_t used)
{
    *level = used > *level ? used : *level;
}

struct fair_item *fair_take(struct fair_queue *q)
{
    if (q->first == NULL)
        return NULL;
    struct fair_share *address = pick(q->first), *share = pick(address->first);
    struct fair_item *item = share->head;
    raise_level(&q->level, address->used);
    raise_level(&address->level, share->used);
    address->used += FAIR_GUESS_NS;
    share->used += FAIR_GUESS_NS;
    item->beside = address->waiting - 1;
    unlink_item(q, item);
    return item;
}

void fair_remove(struct fair_queue *q, struct fair_item *item)
{
    assert(item->share != NULL);
    unlink_item(q, item);
}

static void charge(struct fair_queue *q, struct fair_share *share, uint64_t name, int64_t ns)
{
    if (share != NULL)
        share->used += ns;
    else
        kept_of(q, name)->used += ns;
}

void fair_charge(struct fair_queue *q, const struct fair_item *item, int64_t ns)
{
    struct fair_share *address = find(q, NULL, item->address);
    struct fair_share *share = address != NULL ? find(q, address, item->person) : NULL;
    charge(q, address, name_of(item->address, 0, true), ns - FAIR_GUESS_NS);
    charge(q, share, name_of(item->address, item->person, false), ns - FAIR_GUESS_NS);
}
