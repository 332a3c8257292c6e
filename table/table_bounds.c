/*
 * The bounds of a journal: see table.h. Events are counted, so equal journals give equal
 * counts. Events of older journals that went beyond a bound are counted, never refused.
 */
#include "table/memory.h"
#include "table/table.h"

/* The share of a player in a game that such an event uses. */
static const struct share {
    enum table_share share;
    int most; /* 0: it uses none */
    const char *why;
} shares[TABLE_KINDS] = {
    [TABLE_TALK] = {TABLE_SHARE_TALK, TABLE_TALK_SHARE, MSG("talk.share")},
    [TABLE_MOVE] = {TABLE_SHARE_SIGNAL, TABLE_SIGNALS_SHARE, MSG("talk.signals-spent")},
    [TABLE_ASK] = {TABLE_SHARE_TAKEBACK, TABLE_TAKEBACKS_SHARE, MSG("takeback.enough")},
    [TABLE_BACK] = {TABLE_SHARE_BACK, TABLE_BACKS_SHARE, MSG("table.back-enough")},
    [TABLE_PAUSE] = {TABLE_SHARE_PAUSE, TABLE_PAUSES_SHARE, MSG("pause.enough")},
};

static struct table_tally *find_tally(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->tallies; i++)
        if (t->tally[i].player == player)
            return &t->tally[i];
    return NULL;
}

/* Called only while a bound for all is not reached, so there are never many. */
static struct table_tally *make_tally(struct table *t, uint64_t player)
{
    struct table_tally *tally = find_tally(t, player);
    if (tally != NULL)
        return tally;
    ARRAY_ROOM(t->tally, t->tallies, t->tallies_cap);
    t->tally[t->tallies] = (struct table_tally){.player = player};
    return &t->tally[t->tallies++];
}

/* Before the game, and for spectators: all use one pool, and those who neither sit nor host cannot
   use it up. */
static const char *refuse_open_talk(const struct table *t, uint64_t player, int said)
{
    bool away = player != t->host && table_find_chair(t, player) < 0;
    if (said >= (away ? TABLE_TALK_AWAY_SHARE : TABLE_TALK_OPEN_SHARE))
        return MSG("talk.share");
    return t->said_open >= (away ? TABLE_TALK_AWAY_MAX : TABLE_TALK_OPEN_MAX) ? MSG("talk.too-much")
                                                                              : NULL;
}

static bool is_arranging(enum table_kind kind)
{
    return kind == TABLE_BOT || kind == TABLE_BEGINS || kind == TABLE_REMOVE ||
           kind == TABLE_SILENCE;
}

const char *table_refuse_event(const struct table *t, enum table_kind kind, uint64_t player)
{
    const struct table_tally *tally = find_tally(t, player);
    int seat = table_find_seat(t, player);
    if (kind == TABLE_SIT && tally != NULL && tally->sat >= TABLE_SITS_SHARE)
        return MSG("table.sat-enough");
    if (kind == TABLE_SIT)
        return t->sat >= TABLE_SITS_MAX ? MSG("table.sits-enough") : NULL;
    if (is_arranging(kind))
        return t->arranged >= TABLE_ARRANGED_MAX ? MSG("table.arranged-enough") : NULL;
    if (seat < 0)
        return refuse_open_talk(t, player, tally != NULL ? tally->said : 0);
    const struct share *s = &shares[kind];
    return t->seat[seat].used[s->share] >= s->most ? s->why : NULL;
}

static void count_open_talk(struct table *t, uint64_t player)
{
    if (t->said_open < TABLE_TALK_OPEN_MAX)
        make_tally(t, player)->said++;
    t->said_open++;
}

static void count_sit(struct table *t, uint64_t player)
{
    if (t->sat < TABLE_SITS_MAX)
        make_tally(t, player)->sat++;
    t->sat++;
}

/* The seat whose share the event uses, or -1. */
static int find_user(const struct table *t, const struct table_event *e)
{
    if (e->kind == TABLE_TALK)
        return table_find_seat(t, e->talk.person.player);
    if (e->kind == TABLE_MOVE)
        return (t->step[t->steps - 1].m & MOVE_TALK) != 0 ? e->move.seat : -1;
    return e->seat;
}

void table_count_event(struct table *t, const struct table_event *e)
{
    const struct share *s = &shares[e->kind];
    int seat = s->most > 0 ? find_user(t, e) : -1;
    if (e->kind == TABLE_SIT)
        count_sit(t, e->sit.person.player);
    else if (seat >= 0)
        t->seat[seat].used[s->share]++;
    else if (e->kind == TABLE_TALK)
        count_open_talk(t, e->talk.person.player);
    else
        t->arranged += is_arranging(e->kind);
}
