/*
 * Smitten: aids. Nothing here has to be remembered (rule S5.3), so they use the whole view: the
 * cards seen and unseen, and with two players the numbers that a hidden card of the partner can
 * still be.
 *
 * That list is exact: all hidden hands are tried that agree with the view. Signals are not checked
 * by anybody (rule S3.2). The one that the partner gave as this turn began is taken to be true,
 * unless no hand agrees with it; what it excludes is told apart.
 */
#include "core/aids.h"
#include "games/smitten/smitten.h"

/* The search for the partner's hands. */
struct guess {
    struct state s;                    /* without the deck */
    uint8_t left[SMITTEN_NUMBERS + 1]; /* unseen cards */
    int who;
    int bar, bar_most;  /* see smitten_bar */
    int said;           /* the signal, 0 none */
    unsigned fit;       /* the numbers that fitted as it was given, */
    unsigned known;     /* and the partner's cards then that are seen now */
    unsigned may, told; /* found: without the signal, and with it */
};

/* The squares as the turn began, and the cards of the partner's hand that were put down since. */
static void look_back(const struct smitten_table *t, int who, uint16_t square[2], unsigned *put)
{
    square[0] = t->square[0];
    square[1] = t->square[1];
    *put = 0;
    for (int i = 0; i < t->logged; i++) {
        uint16_t e = t->log[i];
        int what = smitten_log_what(e);
        bool top = i > 0 && smitten_log_what(t->log[i - 1]) == SMITTEN_LOG_TOP;
        if (smitten_log_turn(e) != t->turn ||
            (what != SMITTEN_LOG_PLAY && what != SMITTEN_LOG_PLACE))
            continue;
        square[smitten_square_of(e)] &= (uint16_t)~smitten_bit(e & 15);
        if (smitten_log_who(e) == who && !top)
            *put |= smitten_bit(e & 15);
    }
}

static void start(const struct view *v, struct guess *g)
{
    const struct smitten_table *t = &v->t;
    uint16_t square[2], fit[2];
    *g = (struct guess){.s = {.t = *t, .hand = {v->hand[0], v->hand[1]}}, .who = v->seat ^ 1};
    smitten_count_unseen(v, g->left);
    g->bar_most = smitten_bar(v, g->who, &g->bar);
    look_back(t, g->who, square, &g->known);
    smitten_fit(square, t->hard, fit);
    g->fit = fit[0] | fit[1];
    g->known |= v->hand[g->who].one;
    int moment = smitten_moves_before(t, t->turn);
    g->said = moment < SMITTEN_MOVES ? t->said[moment] >> 4 * g->who & 15 : 0;
}

/* Whether the signal was true with these hidden cards. */
static bool is_true(const struct guess *g, unsigned hidden)
{
    bool can = ((g->known | hidden) & g->fit) != 0;
    return !((g->said & SMITTEN_CAN) != 0 && !can) && !((g->said & SMITTEN_CANNOT) != 0 && can);
}

/* Tries each choice of `n` more hidden cards from number `from` on; `hidden` are those so far. */
static void try_hands(struct guess *g, int from, int n, unsigned hidden)
{
    struct smitten_hand before = g->s.hand[g->who];
    if (n == 0 && smitten_agrees(&g->s)) {
        g->may |= hidden;
        g->told |= is_true(g, hidden) ? hidden : 0;
    }
    for (int number = from; number <= SMITTEN_NUMBERS && n > 0; number++) {
        bool later = number != g->bar || g->bar_most > 0;
        if (g->left[number] == 0 || !later)
            continue;
        g->left[number]--;
        g->bar_most -= number == g->bar;
        smitten_give(&g->s.hand[g->who], number);
        try_hands(g, number, n - 1, hidden | smitten_bit(number));
        g->s.hand[g->who] = before;
        g->bar_most += number == g->bar;
        g->left[number]++;
    }
}

static void put_partner(const struct view *v, struct buf *b)
{
    struct guess g;
    start(v, &g);
    int hidden = v->held[g.who] - smitten_held(&v->hand[g.who]);
    if (hidden == 0)
        return;
    try_hands(&g, 1, hidden, 0);
    unsigned told = g.told != 0 ? g.told : g.may;
    buf_put_key(b, "partner");
    buf_put_char(b, '{');
    buf_put_key_int(b, "seat", g.who);
    buf_put_key_int(b, "hidden", hidden);
    aids_put_values("may", aids_count(told), b);
    aids_put_values("signals", aids_count(g.may & ~told), b);
    buf_put_char(b, '}');
}

void smitten_write_aids(const struct view *v, struct buf *b)
{
    uint8_t left[SMITTEN_NUMBERS + 1];
    uint32_t seen = 0, unseen = 0;
    smitten_count_unseen(v, left);
    for (int i = 0; i < SMITTEN_NUMBERS; i++) {
        unseen |= (uint32_t)left[i + 1] << 2 * i;
        seen |= (uint32_t)(2 - left[i + 1]) << 2 * i;
    }
    buf_put(b, "{\"sets\":[");
    aids_put_set('\0', seen, unseen, b);
    buf_put_char(b, ']');
    if (!smitten_is_solo(&v->t) && v->seat != GAME_SPECTATOR)
        put_partner(v, b);
    buf_put_char(b, '}');
}
