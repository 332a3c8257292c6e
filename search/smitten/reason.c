/*
 * Smitten: why one move is better. All facts are counted over worlds drawn from the view; in each
 * the move is made by the rules of the game. "Lost" means lost by the rules, whatever both do: at
 * once, by the start of the next turn, or to the end as far as a small search proves it.
 */
#include <string.h>

#include "games/smitten/smitten.h"
#include "search/reason.h"
#include "search/smitten/tunables.h"

extern const struct game smitten_game;

enum code {
    LOSES,
    SAFE,
    SOUND,
    RISK,
    STUCK,
    HOPELESS,
    SWAP,
    SHUTS,
    ANSWERS,
    CELLS,
    COPY,
    FLIPS,
    WINS,
    WAITS,
    SPARES,
    CODES
};
static const char *const ids[CODES + 1] = {
    [LOSES] = MSG("reason.smit-loses"),     [SAFE] = MSG("reason.smit-safe"),
    [SOUND] = MSG("reason.smit-sound"),     [RISK] = MSG("reason.smit-risk"),
    [STUCK] = MSG("reason.smit-stuck"),     [HOPELESS] = MSG("reason.smit-hopeless"),
    [SWAP] = MSG("reason.smit-swap"),       [SHUTS] = MSG("reason.smit-shuts"),
    [ANSWERS] = MSG("reason.smit-answers"), [CELLS] = MSG("reason.smit-cells"),
    [COPY] = MSG("reason.smit-copy"),       [FLIPS] = MSG("reason.smit-flips"),
    [WINS] = MSG("reason.smit-wins"),       [WAITS] = MSG("reason.smit-waits"),
    [SPARES] = MSG("reason.smit-spares"),
};

/* The consequences of a move, over all worlds. */
struct fate {
    int lost;     /* at once */
    int stuck;    /* at the latest when the next turn begins */
    int hopeless; /* not to be won even with all cards open, as far as that is proved */
    int won;
    int answers; /* of those who act next, in all worlds together */
    int cells;   /* cells that fit after the move, in all worlds together */
};

static bool is_lost(const struct state *s)
{
    return s->t.phase == SMITTEN_OVER && s->t.placed < SMITTEN_GOAL;
}

static int list_moves(const struct state *s, int seat, move *out)
{
    return s->t.actors >> seat & 1 ? smitten_legal(s, seat, out) : 0;
}

/* Whether this turn ends in a loss whatever is done, with all cards open. */
static bool is_stuck(const struct state *s, int turn)
{
    if (s->t.phase == SMITTEN_OVER)
        return is_lost(s);
    if (s->t.turn != turn)
        return false;
    for (int seat = 0; seat < s->t.seats; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = list_moves(s, seat, moves);
        for (int i = 0; i < n; i++) {
            struct state next = *s;
            smitten_apply(&next, seat, moves[i]);
            if (!is_stuck(&next, turn))
                return false;
        }
    }
    return true;
}

/* Whether the game cannot be won, with all cards open; false if `nodes` do not suffice. */
static bool is_hopeless(const struct state *s, int *nodes)
{
    if (s->t.phase == SMITTEN_OVER)
        return is_lost(s);
    for (int seat = 0; seat < s->t.seats; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = list_moves(s, seat, moves);
        for (int i = 0; i < n; i++) {
            struct state next = *s;
            if (--*nodes < 0)
                return false;
            smitten_apply(&next, seat, moves[i]);
            if (!is_hopeless(&next, nodes))
                return false;
        }
    }
    return true;
}

static int count_answers(const struct state *s)
{
    int n = 0;
    move moves[GAME_MOVES_MAX];
    for (int seat = 0; seat < s->t.seats; seat++)
        n += list_moves(s, seat, moves);
    return n;
}

static struct fate look(const struct view *v, int seat, move m, uint64_t seed)
{
    struct fate f = {0};
    struct rng r;
    rng_seed(&r, seed);
    for (int i = 0; i < TUNE_REASON_WORLDS; i++) {
        struct state s;
        uint16_t fit[2];
        int nodes = TUNE_REASON_NODES;
        smitten_determinize(v, &r, &s);
        smitten_apply(&s, seat, m);
        bool stuck = is_stuck(&s, s.t.turn == v->t.turn ? v->t.turn : s.t.turn - 1);
        smitten_fit(s.t.square, s.t.hard, fit);
        f.lost += is_lost(&s);
        f.stuck += stuck;
        f.hopeless += stuck || is_hopeless(&s, &nodes);
        f.won += s.t.placed == SMITTEN_GOAL;
        f.answers += count_answers(&s);
        f.cells += smitten_count(fit[0]) + smitten_count(fit[1]);
    }
    return f;
}

/* ---- Reasons ---- */

static int percent(int worlds)
{
    return 100 * worlds / TUNE_REASON_WORLDS;
}

static bool tell(struct reason *r, enum code code, bool better)
{
    reason_make(r, ids[code], better);
    return true;
}

static bool tell_one(struct reason *r, enum code code, bool better, enum reason_what what, int n)
{
    reason_add(reason_make(r, ids[code], better), what, n);
    return true;
}

static bool tell_two(struct reason *r, enum code code, bool better, enum reason_what what, int n,
                     int other)
{
    reason_add(reason_add(reason_make(r, ids[code], better), what, n), what, other);
    return true;
}

/* The number of copies of its card that the hand of a play keeps; 0 for other moves. */
static int count_kept(const struct view *v, int seat, move m)
{
    int kind = smitten_kind_of(m), hand = smitten_hand_of(m);
    int who = hand > 0 ? hand - 1 : seat;
    bool puts = kind == SMITTEN_PLAY || kind == SMITTEN_PLACE;
    return puts && v->t.top == 0 && (v->hand[who].two & smitten_bit(smitten_number_of(m))) != 0;
}

/* Rule S3.7: whether the move leaves its own square too full to take another card. */
static bool shuts(const struct view *v, move m)
{
    int kind = smitten_kind_of(m), at = smitten_square_of(m);
    uint16_t square[2] = {v->t.square[0], v->t.square[1]};
    if (!v->t.hard || (kind != SMITTEN_PLAY && kind != SMITTEN_PLACE))
        return false;
    square[at] |= (uint16_t)smitten_bit(smitten_number_of(m));
    return smitten_shut_square(smitten_count(square[0]) - smitten_count(square[1])) == at;
}

/* Certain or likely losses. */
static bool say_loss(const struct fate *a, const struct fate *b, struct reason *out)
{
    if (a->lost == TUNE_REASON_WORLDS && b->lost < TUNE_REASON_WORLDS)
        return tell(out, LOSES, false);
    if (b->lost == 0 && a->lost > 0)
        return tell_one(out, SAFE, true, REASON_PERCENT, percent(a->lost));
    if (a->lost >= b->lost + TUNE_REASON_APART)
        return tell_two(out, RISK, false, REASON_PERCENT, percent(a->lost), percent(b->lost));
    if (a->stuck >= b->stuck + TUNE_REASON_APART)
        return tell_two(out, STUCK, false, REASON_PERCENT, percent(a->stuck), percent(b->stuck));
    return a->hopeless >= b->hopeless + TUNE_REASON_APART &&
           tell_two(out, HOPELESS, false, REASON_PERCENT, percent(a->hopeless),
                    percent(b->hopeless));
}

/* The merits of the better move, for hints. */
static bool praise(const struct view *v, int seat, move m, const struct fate *f, struct reason *out)
{
    bool puts = smitten_kind_of(m) == SMITTEN_PLAY || smitten_kind_of(m) == SMITTEN_PLACE;
    if (f->won == TUNE_REASON_WORLDS)
        return tell(out, WINS, true);
    if (f->lost == 0 && f->stuck == 0 && puts && v->t.phase == SMITTEN_TURN)
        return tell(out, SOUND, true);
    return count_kept(v, seat, m) > 0 &&
           tell_one(out, COPY, true, REASON_CARD, smitten_number_of(m));
}

static bool is_kind(move m, int kind)
{
    return smitten_kind_of(m) == kind;
}

/* The partner begins, since the own move would often be the last one. */
static bool say_wait(const struct view *v, int seat, move played, uint64_t seed, struct reason *out)
{
    if (played == MOVE_NONE)
        return tell(out, WAITS, true);
    struct fate a = look(v, seat, played, seed);
    return a.stuck >= TUNE_REASON_APART &&
           tell_one(out, SPARES, true, REASON_PERCENT, percent(a.stuck));
}

static bool say(const struct view *v, int seat, move played, move better, uint64_t seed,
                void *scratch, struct reason *out)
{
    (void)scratch;
    if (better == MOVE_NONE)
        return say_wait(v, seat, played, seed, out);
    struct fate b = look(v, seat, better, seed);
    if (played == better || played == MOVE_NONE)
        return praise(v, seat, better, &b, out);
    struct fate a = look(v, seat, played, seed);
    if (b.won == TUNE_REASON_WORLDS && a.won < TUNE_REASON_WORLDS)
        return tell(out, WINS, true);
    if (say_loss(&a, &b, out))
        return true;
    if (is_kind(played, SMITTEN_SWAP) && !is_kind(better, SMITTEN_SWAP))
        return tell(out, SWAP, false);
    if (shuts(v, played) && !shuts(v, better))
        return tell(out, SHUTS, false);
    if (count_kept(v, seat, better) > count_kept(v, seat, played))
        return tell_one(out, COPY, true, REASON_CARD, smitten_number_of(better));
    if (is_kind(played, SMITTEN_FLIP) && is_kind(better, SMITTEN_PLAY))
        return tell(out, FLIPS, false);
    if (10 * b.answers >= 10 * a.answers + TUNE_REASON_TENTHS_APART * TUNE_REASON_WORLDS)
        return tell_two(out, ANSWERS, true, REASON_TENTHS, 10 * b.answers / TUNE_REASON_WORLDS,
                        10 * a.answers / TUNE_REASON_WORLDS);
    return 10 * b.cells >= 10 * a.cells + TUNE_REASON_TENTHS_APART * TUNE_REASON_WORLDS &&
           tell_two(out, CELLS, true, REASON_TENTHS, 10 * b.cells / TUNE_REASON_WORLDS,
                    10 * a.cells / TUNE_REASON_WORLDS);
}

extern const struct reason_kind smitten_reasons;

const struct reason_kind smitten_reasons = {.game = &smitten_game, .ids = ids, .say = say};
