/*
 * Sights: the members `view` and `legal` of updates, for clients of protocol 2 folded over the
 * sight that they have (table/fold.h). All connections of a chair, and all spectators, have the
 * same sight: each gets the whole one when it opens the table, and every change after that.
 *
 * A table keeps the text of each sight for a while after a move. Then only its hash is left: the
 * game is replayed for the text when it is needed, and the hash says whether that is the text which
 * people have. If the sight that they have is not known, they get a whole one.
 */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "server/sights.h"
#include "table/fold.h"
#include "table/memory.h"

enum {
    KEEP_MS = 30000,        /* texts are kept so long after a move, */
    KEEP_BYTES = 8 << 20,   /* and at most so many bytes */
    REPLAY_STEPS_MAX = 2000 /* no longer game is replayed for a text */
};

/* ---- texts that are kept ---- */

static void unlink_sights(struct server *s, struct live_table *live)
{
    struct sights *k = live->sights;
    if (!k->warm)
        return;
    *(k->before != NULL ? &k->before->sights->after : &s->sights_first) = k->after;
    *(k->after != NULL ? &k->after->sights->before : &s->sights_last) = k->before;
    k->warm = false;
}

/* The table's texts are the latest ones. */
static void warm(struct server *s, struct live_table *live)
{
    struct sights *k = live->sights;
    unlink_sights(s, live);
    k->warm = true;
    k->warmed = s->now.steady;
    k->before = s->sights_last;
    k->after = NULL;
    *(s->sights_last != NULL ? &s->sights_last->sights->after : &s->sights_first) = live;
    s->sights_last = live;
}

static void drop_text(struct server *s, struct sight *k)
{
    if (k->text == NULL)
        return;
    s->sights_bytes -= k->len;
    free(k->text);
    k->text = NULL;
}

static void forget_one(struct server *s, struct sight *k)
{
    drop_text(s, k);
    k->known = false;
}

static void cool(struct server *s, struct live_table *live)
{
    for (int i = 0; i <= live->t->plan.setup.seats; i++) {
        struct sight *k = &live->sights->of[i];
        if (k->text != NULL)
            k->hash = game_hash_bytes(k->text, k->len);
        drop_text(s, k);
    }
    unlink_sights(s, live);
}

void sights_cool(struct server *s)
{
    while (s->sights_first != NULL && (s->sights_bytes > KEEP_BYTES ||
                                       s->now.steady - s->sights_first->sights->warmed > KEEP_MS))
        cool(s, s->sights_first);
}

void sights_forget(struct server *s, struct live_table *live)
{
    if (live->sights == NULL)
        return;
    cool(s, live);
    free(live->sights);
    live->sights = NULL;
}

/* The sight of a chair (-1: spectators). */
static struct sight *find_sight(struct live_table *live, int chair)
{
    if (live->sights == NULL)
        live->sights = memory_take_zeros(
            1,
            sizeof *live->sights + sizeof(struct sight) * (size_t)(live->t->plan.setup.seats + 1));
    return &live->sights->of[chair + 1];
}

/* ---- writing ---- */

/* Puts the folded sight in place of the members `view` and `legal`; `of` < 0: it is whole. */
static void put_folded(struct server *s, const struct table_span *at, int of, const char *folded,
                       size_t len, struct strbuf *out)
{
    strbuf_reset(&s->tail);
    strbuf_put_bytes(&s->tail, out->text + at->end, out->len - at->end);
    out->len = at->start;
    struct buf b = strbuf_room(out, len + 64);
    if (of >= 0) {
        buf_put(&b, "\"of\":");
        buf_put_int(&b, of);
        buf_put_char(&b, ',');
    }
    buf_put(&b, "\"sight\":\"");
    buf_put_bytes(&b, folded, len);
    buf_put_char(&b, '"');
    strbuf_take(out, &b);
    strbuf_put_bytes(out, s->tail.text, s->tail.len);
}

static bool has_others(const struct live_table *live, const struct conn *c)
{
    for (int i = 0; i < live->conns; i++)
        if (live->conn[i] != c && live->conn[i]->protocol > 1 &&
            table_find_chair(live->t, live->conn[i]->player) ==
                table_find_chair(live->t, c->player))
            return true;
    return false;
}

/* The connection has this sight now. The others of its chair should have the same one. */
static void note_whole(struct server *s, struct live_table *live, const struct conn *c,
                       const char *text, size_t len)
{
    struct sight *k = find_sight(live, table_find_chair(live->t, c->player));
    uint64_t hash = game_hash_bytes(text, len);
    bool same = k->known && (k->text != NULL ? k->len == len && memcmp(k->text, text, len) == 0
                                             : k->hash == hash);
    if (same)
        return;
    bool first = !k->known && !has_others(live, c);
    forget_one(s, k);
    k->known = first;
    k->hash = hash;
}

void sights_put_whole(struct server *s, struct live_table *live, const struct conn *c,
                      const struct table_span *at, struct strbuf *out)
{
    const char *text = out->text + at->start;
    size_t len = at->end - at->start;
    if (c->protocol < 2 || len == 0)
        return;
    strbuf_reset(&s->folded);
    if (!fold_write(NULL, 0, text, len, &s->folded)) {
        forget_one(s, find_sight(live, table_find_chair(live->t, c->player)));
        return;
    }
    note_whole(s, live, c, text, len);
    put_folded(s, at, -1, s->folded.text, s->folded.len, out);
}

/* ---- changes ---- */

void sights_start(struct server *s, const struct table_event *events, int n, unsigned changed)
{
    s->news = (struct sight_news){.of = n > 0 ? events[0].n - 1 : -1, .keep = true};
    strbuf_reset(&s->folded);
    if (changed & TABLE_NEW_PHASE)
        s->news.keep = false;
    for (int i = 0; i < n; i++) {
        s->news.steps += events[i].kind == TABLE_MOVE || events[i].kind == TABLE_DEAL;
        if (events[i].kind == TABLE_TAKEBACK || events[i].kind == TABLE_UNDO)
            s->news.steps = REPLAY_STEPS_MAX; /* too many */
    }
}

/* Writes the sight that people of the chair had before these news into server.scratch; false: it is
   not known. */
static bool find_old(struct server *s, const struct live_table *live, int chair, struct sight *k)
{
    const struct table *t = live->t;
    struct state_room room;
    strbuf_reset(&s->scratch);
    if (!k->known || k->text != NULL || s->news.of < 0)
        return k->known && k->text != NULL && s->news.of >= 0;
    if (t->steps > REPLAY_STEPS_MAX || s->news.steps >= t->steps)
        return false;
    table_replay(t, t->steps - s->news.steps, state_in(&room));
    table_write_sight(t->plan.setup.game, state_in(&room),
                      chair >= 0 ? t->chair[chair].seat : GAME_SPECTATOR, &s->scratch);
    return game_hash_bytes(s->scratch.text, s->scratch.len) == k->hash;
}

/* People of the chair have this sight now. */
static void keep(struct server *s, struct live_table *live, struct sight *k, const char *text,
                 size_t len)
{
    k->known = true;
    if (!s->news.keep) {
        drop_text(s, k);
        k->hash = game_hash_bytes(text, len);
        return;
    }
    if (k->text == NULL || k->cap < len) {
        drop_text(s, k);
        k->cap = (uint32_t)(len + len / 8);
        k->text = memory_take(k->cap);
        s->sights_bytes += k->len = (uint32_t)len;
    }
    s->sights_bytes += len - k->len;
    k->len = (uint32_t)len;
    memcpy(k->text, text, len);
    warm(s, live);
}

/* Folds the sight of a chair, once for all its connections. */
static void fold(struct server *s, struct live_table *live, int chair, const char *text, size_t len)
{
    struct sight *k = find_sight(live, chair);
    struct folded_sight *f = &s->news.of_chair[chair + 1];
    bool found = find_old(s, live, chair, k);
    const char *old = k->text != NULL ? k->text : s->scratch.text;
    size_t old_len = !found ? 0 : k->text != NULL ? k->len : s->scratch.len;
    f->start = s->folded.len;
    f->of = found ? s->news.of : -1;
    f->done = true;
    f->good = fold_write(old, old_len, text, len, &s->folded);
    f->len = s->folded.len - f->start;
    if (f->good)
        keep(s, live, k, text, len);
    else
        forget_one(s, k);
}

void sights_put_news(struct server *s, struct live_table *live, const struct conn *c,
                     const struct table_span *at, struct strbuf *out)
{
    int chair = table_find_chair(live->t, c->player);
    struct folded_sight *f = &s->news.of_chair[chair + 1];
    if (c->protocol < 2 || at->end == at->start)
        return;
    if (!f->done)
        fold(s, live, chair, out->text + at->start, at->end - at->start);
    if (f->good)
        put_folded(s, at, f->of, s->folded.text + f->start, f->len, out);
}

void sights_end(struct server *s, struct live_table *live, unsigned changed)
{
    if (live->sights == NULL || !(changed & TABLE_NEW_GAME))
        return;
    for (int i = 0; i <= live->t->plan.setup.seats; i++)
        if (!s->news.of_chair[i].done)
            forget_one(s, &live->sights->of[i]);
}
