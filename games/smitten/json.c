/* Smitten: views and results as JSON; README.md lists the members. */

#include "games/smitten/smitten.h"

extern const struct game smitten_game;

/* A card number, where 0 is none. */
static void put_card(struct buf *b, const char *key, int number)
{
    buf_put_key(b, key);
    if (number == 0)
        buf_put(b, "null");
    else
        buf_put_int(b, number);
}

static const char *square_name(int square)
{
    return square == SMITTEN_LEFT ? "L" : "R";
}

/* With two players a seat, in solo a hand's letter. */
static void put_who(struct buf *b, const char *key, const struct smitten_table *t, int who)
{
    if (who == SMITTEN_NOBODY)
        buf_put_key_text(b, key, NULL);
    else if (smitten_is_solo(t))
        buf_put_key_text(b, key, who == 0 ? "A" : "B");
    else
        buf_put_key_int(b, key, who);
}

static void put_squares(struct buf *b, const char *key, const uint16_t numbers[2])
{
    buf_put_key(b, key);
    buf_put_char(b, '{');
    for (int i = 0; i < 2; i++) {
        buf_put_key(b, square_name(i));
        buf_put_char(b, '[');
        for (unsigned left = numbers[i]; left != 0; left &= left - 1) {
            buf_put_comma(b);
            buf_put_int(b, smitten_lowest(left));
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, '}');
}

/* The duty of the mover in the phases with an instruction. */
static const char *const musts[] = {
    [SMITTEN_CHAIN] = "play",
    [SMITTEN_PUT] = "place",
    [SMITTEN_SHOW] = "reveal",
    [SMITTEN_TOP] = "place-top",
};

static const char *where_name(int task)
{
    if (task == SMITTEN_ASK_SAME)
        return "same";
    if (task == SMITTEN_ASK_NEAR)
        return "near";
    return task == SMITTEN_ASK_OTHER || task == SMITTEN_ASK_CALL ? "other" : "either";
}

static const char *only_name(const struct smitten_table *t, int task)
{
    if (task == SMITTEN_ASK_NEW)
        return "new";
    if (task != SMITTEN_ASK_CALL)
        return NULL;
    return t->call == SMITTEN_HIGHER ? "above" : "below";
}

/* The current phase, or the phase in which the game was lost. */
static int phase_of(const struct smitten_table *t)
{
    return t->phase == SMITTEN_OVER ? t->stuck : t->phase;
}

/* The pending instruction, or the one that could not be carried out. */
static void put_pending(struct buf *b, const struct smitten_table *t)
{
    int phase = phase_of(t);
    buf_put_key(b, "pending");
    if (phase < SMITTEN_CHAIN || phase > SMITTEN_TOP) {
        buf_put(b, "null");
        return;
    }
    int task = smitten_task(t, t->card);
    buf_put_char(b, '{');
    buf_put_key_int(b, "card", t->card);
    buf_put_key_text(b, "square", square_name(t->at));
    put_who(b, "by", t, t->mover ^ 1);
    put_who(b, "for", t, t->mover);
    buf_put_key_text(b, "must", musts[phase]);
    buf_put_key_text(b, "where", where_name(task));
    buf_put_key_text(b, "only", only_name(t, task));
    put_card(b, "kept", t->kept);
    put_card(b, "top", t->top);
    buf_put_char(b, '}');
}

static void put_flipped(struct buf *b, const struct smitten_table *t)
{
    buf_put_key(b, "flipped");
    if (phase_of(t) != SMITTEN_FLIPPED) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '{');
    put_who(b, "hand", t, t->mover);
    buf_put_key_int(b, "card", t->card);
    buf_put_char(b, '}');
}

static void put_held_card(struct buf *b, int number, bool revealed)
{
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key_int(b, "card", number);
    buf_put_key_bool(b, "revealed", revealed);
    buf_put_char(b, '}');
}

static void put_hand(struct buf *b, const struct view *v, int who)
{
    const struct smitten_hand *h = &v->hand[who];
    buf_put_comma(b);
    buf_put_char(b, '{');
    put_who(b, smitten_is_solo(&v->t) ? "hand" : "seat", &v->t, who);
    buf_put_key(b, "cards");
    buf_put_char(b, '[');
    for (unsigned left = h->one; left != 0; left &= left - 1) {
        int number = smitten_lowest(left);
        put_held_card(b, number, h->shown & smitten_bit(number));
        if (h->two & smitten_bit(number))
            put_held_card(b, number, h->shown_two & smitten_bit(number));
    }
    buf_put_char(b, ']');
    buf_put_key_int(b, "hidden", v->held[who] - smitten_held(h));
    if (smitten_is_solo(&v->t))
        buf_put_key_bool(b, "closed", v->closed[who]);
    buf_put_char(b, '}');
}

static void put_signal(struct buf *b, int said)
{
    if (said == 0) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '"');
    smitten_write_said(said, b);
    buf_put_char(b, '"');
}

/* One signal with its moment: the turn, and the number of moves before it in that turn. */
static void put_moment(struct buf *b, int turn, int moved, int seat, int said)
{
    if (said == 0)
        return;
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key_int(b, "turn", turn);
    buf_put_key_int(b, "move", moved);
    buf_put_key_int(b, "seat", seat);
    buf_put_key(b, "said");
    put_signal(b, said);
    buf_put_char(b, '}');
}

static void put_signals(struct buf *b, const struct smitten_table *t)
{
    int moment = 0;
    for (int turn = 1; turn <= t->turn; turn++) {
        int from = moment, end = smitten_moves_before(t, turn + 1);
        for (; moment < SMITTEN_MOVES && moment < end + (turn == t->turn); moment++)
            for (int seat = 0; seat < 2; seat++)
                put_moment(b, turn, moment - from, seat, t->said[moment] >> 4 * seat & 15);
    }
}

/* Each seat's last signal of this turn, and all remembered signals. */
static void put_talk(struct buf *b, const struct smitten_table *t)
{
    buf_put_key(b, "said");
    buf_put_char(b, '{');
    for (int i = 0; i < t->seats; i++) {
        buf_put_key(b, i == 0 ? "0" : "1");
        put_signal(b, smitten_said_in_turn(t, i));
    }
    buf_put_char(b, '}');
    buf_put_key(b, "signals");
    buf_put_char(b, '[');
    if (!smitten_is_solo(t))
        put_signals(b, t);
    buf_put_char(b, ']');
}

static void put_entry(struct buf *b, const struct smitten_table *t, uint16_t entry)
{
    static const char *const whats[] = {
        [SMITTEN_LOG_PLAY] = "play",     [SMITTEN_LOG_PLACE] = "place",
        [SMITTEN_LOG_REVEAL] = "reveal", [SMITTEN_LOG_TOP] = "top",
        [SMITTEN_LOG_FLIP] = "flip",     [SMITTEN_LOG_TURN_UP] = "turn-up",
        [SMITTEN_LOG_SWAP] = "swap",     [SMITTEN_LOG_DRAW] = "draw",
    };
    int what = smitten_log_what(entry);
    int call = smitten_call_of(entry);
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key_int(b, "turn", smitten_log_turn(entry));
    put_who(b, smitten_is_solo(t) ? "hand" : "seat", t, smitten_log_who(entry));
    buf_put_key_text(b, "do", whats[what]);
    buf_put_key_int(b, what == SMITTEN_LOG_DRAW ? "cards" : "card", smitten_number_of(entry));
    if (what == SMITTEN_LOG_PLAY || what == SMITTEN_LOG_PLACE)
        buf_put_key_text(b, "square", square_name(smitten_square_of(entry)));
    if (call != SMITTEN_SILENT)
        buf_put_key_text(b, "call", call == SMITTEN_HIGHER ? "higher" : "lower");
    buf_put_char(b, '}');
}

static const char *const phases[] = {
    [SMITTEN_DEAL] = "deal",       [SMITTEN_TURN] = "turn",  [SMITTEN_CHAIN] = "carry",
    [SMITTEN_PUT] = "carry",       [SMITTEN_SHOW] = "carry", [SMITTEN_TOP] = "carry",
    [SMITTEN_FLIPPED] = "flipped", [SMITTEN_OVER] = "over",
};

/* Why the game is lost; NULL if it is not. */
static const char *lost_name(const struct smitten_table *t)
{
    if (t->phase != SMITTEN_OVER || t->placed == SMITTEN_GOAL)
        return NULL;
    switch (t->stuck) {
    case SMITTEN_TURN:
        return "no-card-fits";
    case SMITTEN_TOP:
        return t->top == 0 ? "deck-empty" : "top-fits-nowhere";
    case SMITTEN_FLIPPED:
        return "flipped-fits-nowhere";
    default:
        return "instruction";
    }
}

/* Whether a lost game lacked a card for an open cell: not a card to turn up or to reveal. */
static bool lacked_place(const struct view *v)
{
    const struct smitten_table *t = &v->t;
    if (t->stuck == SMITTEN_TOP)
        return t->top != 0;
    return t->stuck != SMITTEN_SHOW || v->held[t->mover] > 1;
}

static void put_options(struct buf *b, const struct smitten_table *t)
{
    int opt[SMITTEN_OPTIONS];
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        opt[i] = t->option[i];
    buf_put_key(b, "options");
    game_write_options(&smitten_game, opt, b);
}

void smitten_write_view(const struct view *v, struct buf *b)
{
    const struct smitten_table *t = &v->t;
    /* Step 1. The game and whose move it is. */
    buf_put(b, "{\"game\":\"smitten\"");
    buf_put_key_int(b, "seat", v->seat);
    buf_put_key_int(b, "seats", t->seats);
    buf_put_key_text(b, "mode", smitten_is_solo(t) ? "solo" : "two");
    buf_put_key_text(b, "phase", phases[t->phase]);
    buf_put_key(b, "actors");
    game_write_seats(t->actors, b);
    put_options(b, t);
    /* Step 2. The table. */
    put_squares(b, "squares", t->square);
    buf_put_key_int(b, "placed", t->placed);
    buf_put_key_int(b, "deck", t->decked);
    put_card(b, "aside", v->aside);
    buf_put_key_bool(b, "swapped", t->swapped);
    buf_put_key_int(b, "turn", t->turn);
    put_who(b, "active", t, t->active);
    put_pending(b, t);
    put_flipped(b, t);
    /* Step 3. Hands and history. */
    buf_put_key(b, "hands");
    buf_put_char(b, '[');
    put_hand(b, v, 0);
    put_hand(b, v, 1);
    buf_put_char(b, ']');
    put_talk(b, t);
    buf_put_key(b, "log");
    buf_put_char(b, '[');
    for (int i = 0; i < t->logged; i++)
        put_entry(b, t, t->log[i]);
    buf_put_char(b, ']');
    /* Step 4. The end. */
    buf_put_key_text(b, "lost", lost_name(t));
    if (lost_name(t) != NULL && lacked_place(v))
        put_squares(b, "open", t->may);
    else if (lost_name(t) != NULL)
        buf_put_key_text(b, "open", NULL);
    buf_put_key(b, "won");
    if (t->phase != SMITTEN_OVER)
        buf_put(b, "null");
    else
        buf_put(b, t->placed == SMITTEN_GOAL ? "true" : "false");
    buf_put_char(b, '}');
}

void smitten_write_result(const struct state *s, struct buf *b)
{
    struct result r;
    smitten_result(s, &r);
    buf_put_char(b, '{');
    buf_put_key_bool(b, "won", r.winners != 0);
    buf_put_key_int(b, "placed", s->t.placed);
    buf_put_key(b, "winners");
    game_write_seats(r.winners, b);
    buf_put_char(b, '}');
}
