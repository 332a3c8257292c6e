/*
 * Photograph: the levels that do not search. `easy` looks at its own films one step ahead: the
 * points of the cards played now, and the hand cards that then fit. `medium` weighs every take with
 * every wind (think.h), over all cards that a back may hide.
 */
#include <string.h>

#include "search/photograph/levels.h"
#include "search/photograph/tunables.h"

/* ---- Shared by both ---- */

/* Rule P8.1: every level plays the end exactly. */
static void choose_final(const struct photobot_world *w, int seat, struct bot_choice *out)
{
    const struct photograph_open *o = &w->state.open;
    struct photograph_tally t;
    for (int i = 0; i < out->n; i++) {
        t = photobot_tally(o, seat, photograph_wind(w->state.hand[seat], out->seen[i].m));
        out->seen[i].value = out->seen[i].points = t.points;
    }
    out->m = photobot_choose_final(o, seat, w->state.hand[seat], NULL);
}

/* Any world of the view: only facts that the seat knows are read. */
static void imagine(const struct view *v, struct photobot_world *w)
{
    struct state s;
    struct rng r;
    rng_seed(&r, 0);
    photograph_determinize(v, &r, &s);
    photobot_enter(w, &s);
}

static void list(const struct photobot_world *w, int seat, struct bot_choice *out)
{
    move moves[GAME_MOVES_MAX];
    out->n = photograph_legal(&w->state, seat, moves);
    out->iterations = (uint64_t)out->n;
    for (int i = 0; i < out->n; i++)
        out->seen[i] = (struct bot_value){
            .m = moves[i], .points = BOT_UNKNOWN, .win = BOT_UNKNOWN, .visits = 1};
}

void photobot_sort(struct bot_choice *out)
{
    for (int i = 1; i < out->n; i++) {
        struct bot_value v = out->seen[i];
        int j = i;
        for (; j > 0 && (out->seen[j - 1].visits < v.visits ||
                         (out->seen[j - 1].visits == v.visits && out->seen[j - 1].value < v.value));
             j--)
            out->seen[j] = out->seen[j - 1];
        out->seen[j] = v;
    }
}

/* How a level weighs a move, in cents. */
typedef int weigher(const struct photobot_features *f, const struct state *s, move m);

/* The move of greatest weight; the end is exact. */
static void choose_by(weigher *weigh, const struct bot_question *q, struct bot_choice *out)
{
    struct photobot_world w;
    struct photobot_features features;
    imagine(q->view, &w);
    list(&w, q->seat, out);
    if (w.state.open.phase == PHOTOGRAPH_END) {
        choose_final(&w, q->seat, out);
        photobot_sort(out);
        return;
    }
    photobot_read_features(&w, q->seat, &features);
    for (int i = 0; i < out->n; i++) {
        int cents = weigh(&features, &w.state, out->seen[i].m);
        out->seen[i].value = out->seen[i].points = cents / (double)PHOTOBOT_POINT;
    }
    photobot_sort(out);
    out->m = out->seen[0].m;
}

/* ---- medium ---- */

static int weigh_medium(const struct photobot_features *f, const struct state *s, move m)
{
    return s->open.phase == PHOTOGRAPH_TAKE
               ? photobot_weigh_take(f, s, m)
               : photobot_weigh(f, photograph_wind(f->hand, m), photograph_count_shots(&s->open),
                                f->held);
}

void photobot_choose_medium(const struct bot *bot, const struct bot_question *q,
                            struct bot_choice *out)
{
    (void)bot;
    choose_by(weigh_medium, q, out);
}

/* ---- easy ---- */

/* Points after playing `now` cards, with a small bonus for each other card that then fits. */
static int weigh_plainly(const struct photobot_features *s, uint64_t hand, int now, int total)
{
    struct photograph_tail tail[PHOTOGRAPH_COLOURS];
    unsigned claimed = s->claimed;
    memcpy(tail, s->tail, sizeof tail);
    int sum = s->base;
    for (int i = 0; i < now; i++, hand >>= 8) {
        unsigned colour = (unsigned)hand >> 4 & 7;
        unsigned fits = photobot_step(&tail[colour], (int)(hand & 15));
        sum += PHOTOBOT_BLURRY * (int)(fits ^ 1);
        if (fits & (tail[colour].open >= s->need) & ~(claimed >> colour)) {
            claimed |= 1U << colour;
            sum += PHOTOBOT_GOOD;
        }
    }
    for (int i = now; i < total; i++, hand >>= 8) {
        struct photograph_tail t = tail[hand >> 4 & 7];
        if ((hand & 15) != 0)
            sum += TUNE_EASY_HOPE * (int)photobot_step(&t, (int)(hand & 15));
    }
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        sum += s->colours >> i & 1 ? PHOTOBOT_POINT * photograph_score_length(tail[i].open) : 0;
    return sum;
}

/* A take by its best wind; a face-down card is ignored: value 0 in its place. */
static int weigh_take_plainly(const struct photobot_features *s, const struct state *at, move m)
{
    uint32_t cards = photograph_read_take(at, m);
    int n = photograph_count_taken(m), best = INT32_MIN;
    uint64_t hand = s->hand;
    for (int i = 0; i < n; i++)
        if (photograph_byte(cards, i) & PHOTOGRAPH_SHOWN)
            hand |= (uint64_t)photobot_code(photograph_byte(cards, i)) << 8 * (s->held + i);
    int total = s->held + n;
    for (int i = 0; i < photograph_count_winds(total); i++) {
        uint64_t wound = photograph_wind(hand, photograph_winds[i]);
        bool blind = false;
        for (int j = 0; j < n; j++)
            blind = blind || (wound >> 8 * j & 15) == 0;
        int value = blind ? INT32_MIN : weigh_plainly(s, wound, n, total);
        best = value > best ? value : best;
    }
    return best;
}

static int weigh_easy(const struct photobot_features *f, const struct state *s, move m)
{
    return s->open.phase == PHOTOGRAPH_TAKE
               ? weigh_take_plainly(f, s, m)
               : weigh_plainly(f, photograph_wind(f->hand, m), photograph_count_shots(&s->open),
                               f->held);
}

void photobot_choose_easy(const struct bot *bot, const struct bot_question *q,
                          struct bot_choice *out)
{
    (void)bot;
    choose_by(weigh_easy, q, out);
}
