/* Replaying records: each event is applied or refused with an explanation. See record.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/record.h"

enum { EXAMPLES = 3 }; /* legal moves named in a refusal */

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

int record_list_moves(const struct game *g, const struct state *s, int seat,
                      char text[GAME_MOVES_MAX][GAME_TEXT_MAX])
{
    move moves[GAME_MOVES_MAX];
    int n = g->legal(s, seat, moves);
    for (int i = 0; i < n; i++) {
        struct buf b;
        buf_init(&b, text[i], GAME_TEXT_MAX);
        g->write_move(moves[i], &b);
        assert(!b.full);
    }
    qsort(text, (size_t)n, GAME_TEXT_MAX, compare_text);
    return n;
}

/* The number of the seat's legal moves, and a few of them. */
static void add_examples(const struct game *g, const struct state *s, int seat, struct problem *p)
{
    char text[GAME_MOVES_MAX][GAME_TEXT_MAX];
    char memory[EXAMPLES * (GAME_TEXT_MAX + 4)];
    struct buf list;
    int n = record_list_moves(g, s, seat, text);
    if (n == 0)
        return;
    buf_init(&list, memory, sizeof memory);
    for (int i = 0; i < n && i < EXAMPLES; i++) {
        buf_put(&list, i > 0 ? ", " : "");
        buf_put(&list, text[i]);
    }
    problem_add_count(p, n > EXAMPLES ? MSG("record.legal-some") : MSG("record.legal-all"), n);
    problem_add_text(p, list.text);
}

/* Names the correct events: a deal, the seats that may act, or legal moves. */
static void add_what_next(const struct game *g, const struct state *s, int seat, struct problem *p)
{
    uint32_t actors = g->actors(s);
    if (actors == 0)
        return;
    if (actors == GAME_DEALER) {
        problem_add(p, MSG("record.deal-next"));
    } else if (seat != RECORD_DEAL && (actors >> seat & 1)) {
        add_examples(g, s, seat, p);
    } else {
        char memory[64];
        struct buf list;
        buf_init(&list, memory, sizeof memory);
        for (int i = 0; i < GAME_SEATS_MAX; i++) {
            if (actors >> i & 1) {
                buf_put(&list, list.len > 0 ? ", " : "");
                buf_put_int(&list, i);
            }
        }
        problem_add(p, MSG("record.seats-next"));
        problem_add_text(p, list.text);
    }
}

/* Word number `at` of a deal text and its length; the empty end if there are fewer words. */
static const char *find_word(const char *text, int at, size_t *len)
{
    for (; at > 0; at--) {
        text += strcspn(text, " ");
        text += *text == ' ';
    }
    *len = strcspn(text, " ");
    return text;
}

/* Names the wrong card and, if it is a duplicate, the place of the first one. */
static void add_card(const char *text, int at, const char *why, struct problem *p)
{
    size_t len, other_len;
    const char *card = find_word(text, at, &len);
    problem_add(p, MSG("record.deal-refused-at"));
    problem_add_int(p, at + 1);
    problem_add_bytes(p, card, len);
    problem_add(p, why);
    for (int i = 0; i < at && len > 0; i++) {
        const char *other = find_word(text, i, &other_len);
        if (other_len != len || memcmp(card, other, len) != 0)
            continue;
        problem_add(p, MSG("record.card-also-at"));
        problem_add_bytes(p, card, len);
        problem_add_int(p, i + 1);
        return;
    }
}

/* Adds the correct number of cards, which any fair deal has. */
static void add_deal_size(const struct game *g, const struct state *s, int given, struct problem *p)
{
    struct rng r;
    struct deal fair;
    if (g->actors(s) != GAME_DEALER)
        return;
    rng_seed(&r, 0);
    g->shuffle(s, &r, &fair);
    if (fair.n != given)
        problem_add_count(p, MSG("record.deal-size"), fair.n);
}

static bool apply_deal(const struct game *g, struct state *s, const char *text, struct problem *p)
{
    struct deal d;
    int at;
    const char *why = game_read_deal(g, text, &d, &at);
    if (g->actors(s) != GAME_DEALER) {
        problem_add(p, MSG("record.deal-refused"));
        problem_add(p, MSG("deal.not-now"));
        add_what_next(g, s, RECORD_DEAL, p);
        return false;
    }
    if (why == NULL)
        why = g->deal(s, &d, &at);
    if (why == NULL)
        return true;
    if (at >= 0) {
        add_card(text, at, why, p);
    } else {
        problem_add_count(p, MSG("record.deal-refused-count"), d.n);
        problem_add(p, why);
        add_deal_size(g, s, d.n, p);
    }
    return false;
}

bool record_apply(const struct game *g, struct state *s, const struct record_event *e,
                  struct problem *p)
{
    move m = 0;
    if (e->seat == RECORD_DEAL)
        return apply_deal(g, s, e->text, p);
    const char *why = g->actors(s) == 0 ? MSG("move.game-over") : g->read_move(e->text, &m);
    if (why == NULL)
        why = g->refuse(s, e->seat, m);
    if (why == NULL) {
        g->apply(s, e->seat, m);
        return true;
    }
    problem_add(p, MSG("record.move-refused"));
    problem_add_int(p, e->seat);
    problem_add_text(p, e->text);
    problem_add(p, why);
    add_what_next(g, s, e->seat, p);
    return false;
}

/* Whether the record's result has all members of ours with equal values. It may have more: members
   that this version does not know. */
static bool same_result(const json_t *given, const char *text)
{
    json_t *ours = json_loads(text, 0, NULL);
    const char *name;
    json_t *value;
    bool same = json_is_object(given);
    assert(ours != NULL);
    json_object_foreach(ours, name, value)
    {
        if (!json_equal(json_object_get(given, name), value))
            same = false;
    }
    json_decref(ours);
    return same;
}

static bool check_result(const struct record *r, const struct state *s, struct problem *p)
{
    const struct game *g = r->setup.game;
    problem_start(p, r->events_count);
    if (g->actors(s) != 0) {
        if (r->result == NULL)
            return true;
        problem_add(p, MSG("record.result-early"));
        add_what_next(g, s, RECORD_DEAL, p);
        return false;
    }
    char memory[GAME_JSON_MAX];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    game_write_result(g, s, &b);
    if (r->result != NULL && same_result(r->result, b.text))
        return true;
    problem_add(p, r->result == NULL ? MSG("record.result-missing") : MSG("record.result-differs"));
    problem_add_text(p, b.text);
    return false;
}

bool record_replay(const struct record *r, record_before *before, void *context, struct state *s,
                   struct problem *p)
{
    const struct game *g = r->setup.game;
    setup_init(&r->setup, s);
    for (int i = 0; i < r->events_count; i++) {
        struct record_event e;
        if (before != NULL)
            before(context, i, s);
        if (!record_read_event(r, i, &e, p) || !record_apply(g, s, &e, p))
            return false;
    }
    return check_result(r, s, p);
}
