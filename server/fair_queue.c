/* A fair queue of work: see fair_queue.h. */
#include "server/fair_queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

/* The shares of an item, from the outside to the inside. */
enum { KNOWN, NETWORK, ADDRESS, PERSON, LEVELS };

void fair_init_queue(struct fair_queue *q, int most)
{
    memset(q, 0, sizeof *q);
    q->most = most;
}

static uint64_t key_of(const struct fair_item *item, int level)
{
    const uint64_t keys[LEVELS] = {
        [KNOWN] = item->known, item->network, item->address, item->person};
    return keys[level];
}

static uint64_t name_of(uint64_t parent, uint64_t key)
{
    uint64_t x = parent * UINT64_C(0x9e3779b97f4a7c15) + key * 2 + 1;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 27;
}

/* A part of the whole queue counts by its weight; all others are equal. */
static int weigh(int level, uint64_t key)
{
    return level == KNOWN && key != 0 ? FAIR_KNOWN_WEIGHT : 1;
}

static struct fair_kept *kept_of(struct fair_queue *q, uint64_t name)
{
    struct fair_kept *kept = &q->kept[name % FAIR_KEPT];
    if (kept->key != name)
        *kept = (struct fair_kept){.key = name};
    return kept;
}

static struct fair_share *find(const struct fair_share *parent, uint64_t key)
{
    struct fair_share *share = parent->first;
    while (share != NULL && share->key != key)
        share = share->next;
    return share;
}

/* The share of an item down to a level; NULL: it has nothing waiting. */
static struct fair_share *find_down(struct fair_queue *q, const struct fair_item *item, int level)
{
    struct fair_share *share = &q->all;
    for (int i = 0; i <= level && share != NULL; i++)
        share = find(share, key_of(item, i));
    return share;
}

/* What a new share of this name starts with. */
static int64_t used_at_first(struct fair_queue *q, const struct fair_share *parent, uint64_t name)
{
    int64_t used = kept_of(q, name)->used;
    return used > parent->level ? used : parent->level;
}

static struct fair_share *find_or_add(struct fair_queue *q, struct fair_share *parent, int level,
                                      uint64_t key)
{
    struct fair_share *share = find(parent, key), **end = &parent->first;
    if (share != NULL)
        return share;
    share = memory_take_zeros(1, sizeof *share);
    share->parent = parent;
    share->key = key;
    share->name = name_of(parent->name, key);
    share->used = used_at_first(q, parent, share->name);
    share->level = kept_of(q, share->name)->level;
    for (struct fair_share *above = share; level == ADDRESS && above != NULL; above = above->parent)
        above->addresses++;
    while (*end != NULL)
        end = &(*end)->next;
    *end = share;
    return share;
}

/* Remembers and frees a share without work, and then its parent. */
static void close_share(struct fair_queue *q, struct fair_share *share, int level)
{
    struct fair_share *parent = share->parent;
    if (share->waiting > 0 || parent == NULL)
        return;
    struct fair_share **p = &parent->first;
    while (*p != share)
        p = &(*p)->next;
    *p = share->next;
    for (struct fair_share *above = parent; level == ADDRESS && above != NULL;
         above = above->parent)
        above->addresses--;
    *kept_of(q, share->name) = (struct fair_kept){share->name, share->used, share->level};
    free(share);
    close_share(q, parent, level - 1);
}

static void unlink_item(struct fair_queue *q, struct fair_item *item)
{
    struct fair_share *share = item->share;
    *(item->previous != NULL ? &item->previous->next : &share->head) = item->next;
    *(item->next != NULL ? &item->next->previous : &share->tail) = item->previous;
    item->next = item->previous = NULL;
    item->share = NULL;
    for (struct fair_share *above = share; above != NULL; above = above->parent)
        above->waiting--;
    close_share(q, share, PERSON);
}

/* ---- a full queue ---- */

/* The part with most waiting for its weight, and among equals the one that has used most. */
static struct fair_share *find_greediest(const struct fair_share *parent, int level)
{
    struct fair_share *most = parent->first;
    for (struct fair_share *share = most; share != NULL; share = share->next) {
        int a = share->waiting * weigh(level, most->key);
        int b = most->waiting * weigh(level, share->key);
        if (a > b || (a == b && share->used > most->used))
            most = share;
    }
    return most;
}

/* Whether `other` still has no less than the part of the item when one work has changed sides. */
static bool is_greedier(struct fair_queue *q, const struct fair_share *other, int level,
                        uint64_t key)
{
    const struct fair_share *own = find(other->parent, key);
    int64_t used = own != NULL ? own->used
                               : used_at_first(q, other->parent, name_of(other->parent->name, key));
    int a = other->waiting * weigh(level, key);
    int b = ((own != NULL ? own->waiting : 0) + 1) * weigh(level, other->key);
    return a > b || (a == b && other->used > used);
}

static struct fair_item *last_of(const struct fair_share *share, int level)
{
    for (; level < LEVELS; level++)
        share = find_greediest(share, level);
    return share->tail;
}

/* The item that gives way in this share, which is full; NULL: none is of somebody greedier. */
static struct fair_item *find_greedy(struct fair_queue *q, const struct fair_share *full, int level,
                                     const struct fair_item *item)
{
    for (; level < LEVELS && full != NULL; level++) {
        uint64_t key = key_of(item, level);
        const struct fair_share *most = find_greediest(full, level);
        if (most->key != key && is_greedier(q, most, level, key))
            return last_of(most, level + 1);
        full = find(full, key);
    }
    return NULL;
}

/* False: there is no room, and nobody gives way. */
static bool make_room(struct fair_queue *q, const struct fair_item *item, struct fair_item **out)
{
    const struct fair_share *address = find_down(q, item, ADDRESS);
    *out = NULL;
    if (address != NULL && address->waiting >= q->most / FAIR_PARTS)
        *out = find_greedy(q, address, PERSON, item);
    else if (q->all.waiting >= q->most)
        *out = find_greedy(q, &q->all, KNOWN, item);
    else
        return true;
    if (*out != NULL)
        unlink_item(q, *out);
    return *out != NULL;
}

/* ---- waiting and being served ---- */

bool fair_put(struct fair_queue *q, struct fair_item *item, struct fair_item **out)
{
    struct fair_share *share = &q->all;
    if (!make_room(q, item, out))
        return false;
    for (int i = 0; i < LEVELS; i++)
        share = find_or_add(q, share, i, key_of(item, i));
    item->share = share;
    item->next = NULL;
    item->previous = share->tail;
    *(share->tail != NULL ? &share->tail->next : &share->head) = item;
    share->tail = item;
    for (; share != NULL; share = share->parent)
        share->waiting++;
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

/* If both known and unknown people wait, each part has only its share of the turns. */
static int count_turns(const struct fair_share *part)
{
    bool alone = part->waiting == part->parent->waiting;
    int all = FAIR_KNOWN_WEIGHT + 1;
    return alone ? part->addresses : part->addresses * all / weigh(KNOWN, part->key);
}

struct fair_item *fair_take(struct fair_queue *q)
{
    struct fair_share *share = &q->all;
    int beside = 0, turns = 0;
    if (share->waiting == 0)
        return NULL;
    for (int i = 0; i < LEVELS; i++) {
        struct fair_share *part = pick(share->first);
        share->level = part->used > share->level ? part->used : share->level;
        part->used += FAIR_GUESS_NS / weigh(i, part->key);
        beside = i == ADDRESS ? part->waiting - 1 : beside;
        turns = i == KNOWN ? count_turns(part) : turns;
        share = part;
    }
    struct fair_item *item = share->head;
    item->beside = beside;
    item->turns = turns;
    unlink_item(q, item);
    return item;
}

void fair_remove(struct fair_queue *q, struct fair_item *item)
{
    assert(item->share != NULL);
    unlink_item(q, item);
}

void fair_charge(struct fair_queue *q, const struct fair_item *item, int64_t ns)
{
    struct fair_share *share = &q->all;
    uint64_t name = q->all.name;
    for (int i = 0; i < LEVELS; i++) {
        uint64_t key = key_of(item, i);
        int64_t time = (ns - FAIR_GUESS_NS) / weigh(i, key);
        name = name_of(name, key);
        share = share != NULL ? find(share, key) : NULL;
        if (share != NULL)
            share->used += time;
        else
            kept_of(q, name)->used += time;
    }
}
