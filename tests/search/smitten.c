/*
 * The Smitten bots: the engine's moves, legal, true and repeatable answers in every mode, beliefs
 * that always include the true hands, memory that changes no answer, a prompt stop, exact solo
 * play, and enough games won.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "games/smitten/smitten.h"
#include "search/bot.h"
#include "search/smitten/belief_plain.h"
#include "search/smitten/bots.h"
#include "search/smitten/convention.h"
#include "solve/smitten.h"
#include "tests/tap.h"

extern const struct game smitten_game;

enum { LEVELS = 5, EASY = 0, MEDIUM = 1, HARD = 2, LITERAL = 3, EXPERT = 4 };
static const char *const levels[LEVELS] = {"easy", "medium", "hard", "literal", "expert"};
static void *memory[LEVELS];

static const struct bot *bot_of(int level)
{
    return bots_find(&smitten_game, levels[level]);
}

static void *fresh_memory(int level)
{
    size_t size = (bot_of(level)->scratch / 64 + 1) * 64;
    void *room = aligned_alloc(64, size);
    if (room == NULL)
        abort();
    return memset(room, 0, size);
}

static void ask(int level, const struct state *s, int seat, const struct bot_limits *limits,
                uint64_t seed, struct bot_choice *out)
{
    struct view v;
    memset(&v, 0, sizeof v);
    smitten_observe(s, seat, &v);
    if (memory[level] == NULL)
        memory[level] = fresh_memory(level);
    struct bot_question q = {.game = &smitten_game,
                             .view = &v,
                             .seat = seat,
                             .limits = limits,
                             .seed = seed,
                             .scratch = memory[level]};
    bot_of(level)->choose(bot_of(level), &q, out);
}

static void start_game(struct state *s, int seats, const int *opt, struct rng *r)
{
    struct deal d;
    int at;
    smitten_init(s, seats, opt);
    smitten_shuffle(s, r, &d);
    smitten_deal(s, &d, &at);
}

static void draw_options(struct rng *r, int *opt)
{
    static const uint32_t values[SMITTEN_OPTIONS] = {3, 6, 6, 2, 2, 2};
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        opt[i] = (int)rng_below(r, values[i]);
}

static bool same_moves(const move *a, int n, const move *b, int m)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            found += a[i] == b[k];
    return n == m && found == n;
}

/* The seat's duty, from the log. */
static struct duty read_duty(const struct evaluator *m, const struct smitten_table *t, int seat)
{
    struct duty d = {.phase = SMITTEN_TURN, .mover = (uint8_t)seat};
    for (int i = 0; i < t->logged; i++)
        if (smitten_log_turn(t->log[i]) == t->turn &&
            smitten_log_what(t->log[i]) == SMITTEN_LOG_PLAY)
            d = duty_after(m, smitten_log_who(t->log[i]), t->log[i]);
    d.top = t->top;
    d.kept = t->kept;
    d.phase = t->kept != 0 ? SMITTEN_PUT : d.phase;
    return d;
}

/* Whether the search lists the same moves for each actor as the engine. */
static bool lists_agree(const struct evaluator *m, const struct state *s)
{
    static struct belief f;
    move legal[GAME_MOVES_MAX], listed[GAME_MOVES_MAX];
    memcpy(f.square, s->t.square, sizeof f.square);
    for (unsigned left = s->t.actors; left != 0; left &= left - 1) {
        int seat = smitten_lowest(left) - 1;
        struct duty d = read_duty(m, &s->t, seat);
        struct hand h = {s->hand[seat].one, s->hand[seat].two};
        int n = smitten_legal(s, seat, legal);
        if (d.phase != s->t.phase || d.mover != seat ||
            !same_moves(legal, n, listed, duty_list_moves(m, &f, &d, h, listed)))
            return false;
    }
    return true;
}

/* A random move or signal. */
static void make_random_event(struct state *s, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    int seat = (int)rng_below(r, s->t.seats);
    if (s->t.seats == 2 && rng_below(r, s->t.phase == SMITTEN_TURN ? 2 : 4) == 0) {
        static const uint8_t said[] = {1, 2, 4, 8, 5, 9, 6, 10};
        smitten_apply(s, seat, smitten_move_say(said[rng_below(r, 8)]));
        return;
    }
    int n = (s->t.actors >> seat & 1) != 0 ? smitten_legal(s, seat, moves) : 0;
    if (n > 0)
        smitten_apply(s, seat, moves[rng_below(r, (uint32_t)n)]);
}

static void test_lists(int games)
{
    static struct evaluator m;
    const struct evaluate_tuning tuning = {0};
    const struct bot_limits limits = {0};
    int wrong = 0, positions = 0;
    struct rng r;
    rng_seed(&r, 21);
    for (int i = 0; i < games; i++) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        draw_options(&r, opt);
        start_game(&s, 2, opt, &r);
        evaluate_start(&m, &s.t, &tuning, &limits);
        for (; s.t.actors != 0; make_random_event(&s, &r), positions++)
            wrong += !lists_agree(&m, &s);
    }
    tap_ok(wrong == 0 && positions > 10 * games,
           "the search lists the engine's moves at %d positions of %d games", positions, games);
}

static bool is_good_answer(const struct state *s, int seat, bool must, const struct bot_choice *c)
{
    move moves[GAME_MOVES_MAX];
    int n = smitten_legal(s, seat, moves);
    if (c->m == MOVE_NONE)
        return n == 0 || (!must && s->t.phase == SMITTEN_TURN && s->t.seats == 2);
    if (smitten_refuse(s, seat, c->m) != NULL || (must && n > 0 && (c->m & MOVE_TALK) != 0))
        return false;
    for (int i = 0; i < c->n; i++)
        if (smitten_refuse(s, seat, c->seen[i].m) != NULL || c->seen[i].value < 0 ||
            c->seen[i].value > 1.000001)
            return false;
    return c->n == 0 || c->n == n;
}

/* Whether a literal partner is truthful about being able to play. */
static bool is_true(const struct state *s, int seat, move m)
{
    move moves[GAME_MOVES_MAX];
    int word = smitten_legal(s, seat, moves) > 0 ? SMITTEN_CAN : SMITTEN_CANNOT;
    return m == MOVE_NONE || (m & MOVE_TALK) == 0 ||
           ((int)m & (SMITTEN_CAN | SMITTEN_CANNOT)) == word;
}

/* Random games with random options: answers are legal and repeatable, even with fresh memory. The
   exact solver gets a small budget in early solo positions. */
static void test_answers(int level, int games)
{
    struct rng r;
    int bad = 0, differ = 0, asked = 0, untrue = 0;
    static struct bot_choice first, again;
    rng_seed(&r, 7);
    for (int g = 0; g < games; g++) {
        struct state s;
        int opt[SMITTEN_OPTIONS];
        draw_options(&r, opt);
        start_game(&s, 1 + (int)rng_below(&r, 2), opt, &r);
        while (s.t.phase != SMITTEN_OVER) {
            int seat = (int)rng_below(&r, s.t.seats);
            if ((s.t.actors >> seat & 1) != 0 && rng_below(&r, 4) == 0) {
                bool solo = s.t.seats == 1;
                struct bot_limits limits = {.must = solo || s.t.phase != SMITTEN_TURN ||
                                                    rng_below(&r, 2) == 0,
                                            .iterations = solo ? 20000 : 0};
                limits.iterations = solo && level != EXPERT ? 8 : limits.iterations;
                ask(level, &s, seat, &limits, 5, &first);
                ask(level, &s, seat, &limits, 5, &again);
                bad += !is_good_answer(&s, seat, limits.must, &first);
                differ += first.m != again.m;
                untrue += !is_true(&s, seat, first.m);
                asked++;
            }
            make_random_event(&s, &r);
        }
    }
    tap_ok(asked > 0 && bad == 0, "%s: %d legal answers, %d not", levels[level], asked - bad, bad);
    tap_ok(differ == 0, "%s: the same answer when asked again", levels[level]);
    if (level != EXPERT) /* its signals are a code */
        tap_ok(untrue == 0, "%s: says truly whether it can play", levels[level]);
}

static bool is_listed(const struct belief_hands *l, const struct smitten_hand *h)
{
    for (int i = 0; i < l->n; i++)
        if (l->hand[i].one == h->one && l->hand[i].two == h->two)
            return l->weight[i] > 0;
    return false;
}

/* Plays a game between two levels; returns whether it was won. `lost` counts true hands missing
   from the public belief, `differ` answers that fresh memory changed. */
static bool play_pair(const int level[2], const int *opt, uint64_t seed, struct convention *w,
                      int *lost, int *differ)
{
    struct state s;
    struct rng r;
    struct view v;
    static struct bot_choice c, other;
    int next = 0, waited = 0;
    rng_seed(&r, seed);
    start_game(&s, 2, opt, &r);
    while (s.t.phase != SMITTEN_OVER) {
        int seat = (s.t.actors >> next & 1) != 0 ? next : 1 - next;
        bool alone = s.t.actors != 3;
        struct bot_limits limits = {.must = alone || waited >= 2};
        ask(level[seat], &s, seat, &limits, 1, &c);
        if (w != NULL) {
            static const struct evaluate_tuning tuning = {
                .samples = 8, .samples_hard = 20, .guesses = 4};
            smitten_observe(&s, seat, &v);
            if (evaluate_start(&w->evaluator, &v.t, &tuning, &limits))
                w->saved[0].checkpoint.turn = w->saved[1].checkpoint.turn = 0;
            convention_view(w, &v);
            for (int i = 0; i < 2; i++)
                *lost += !is_listed(&w->belief.of[i], &s.hand[i]);
        }
        if (differ != NULL && s.t.turn == 4) {
            void **place = &memory[level[seat]], *kept = *place;
            *place = fresh_memory(level[seat]);
            ask(level[seat], &s, seat, &limits, 1, &other);
            *differ += other.m != c.m;
            free(*place);
            *place = kept;
            differ = NULL;
        }
        waited = c.m == MOVE_NONE ? waited + 1 : 0;
        next = c.m == MOVE_NONE || (c.m & MOVE_TALK) != 0 ? 1 - seat : 0;
        if (c.m != MOVE_NONE)
            smitten_apply(&s, seat, c.m);
    }
    return s.t.placed == SMITTEN_GOAL;
}

static void test_beliefs(void)
{
    struct convention *w = aligned_alloc(64, (sizeof *w / 64 + 1) * 64);
    int lost = 0, differ = 0;
    if (w == NULL)
        abort();
    memset(w, 0, sizeof *w);
    for (int level = 0; level < 3; level++) {
        int opt[SMITTEN_OPTIONS];
        game_preset_options(&smitten_game, opt);
        opt[SMITTEN_OPT_LEVEL] = level;
        for (uint64_t seed = 1; seed <= (level == 0 ? 3 : 8); seed++)
            play_pair((int[2]){EXPERT, EXPERT}, opt, seed, w, &lost, seed == 1 ? &differ : NULL);
    }
    tap_ok(lost == 0, "both true hands are believed possible through whole games");
    tap_ok(differ == 0, "memory of earlier turns changes no answer");
    free(w);
}

/* The present literal beliefs about both hands, from seat 0's view. */
static void follow_plainly(struct belief_plain *p, const struct state *s, struct belief *out)
{
    static const struct evaluate_tuning tuning = {.deals = 1, .guesses = 4};
    static const struct bot_limits limits = {.must = true};
    struct view v;
    memset(&v, 0, sizeof v);
    smitten_observe(s, 0, &v);
    evaluate_start(&p->evaluator, &v.t, &tuning, &limits);
    p->saved[0].checkpoint.turn = p->saved[1].checkpoint.turn = 0;
    belief_plain_follow(p, &v);
    *out = p->belief;
}

/* The believed chance that a seat holds one of these numbers. */
static double chance_to_hold(const struct belief_hands *l, unsigned numbers)
{
    double some = 0, all = 0;
    for (int i = 0; i < l->n; i++) {
        all += l->weight[i];
        some += (l->hand[i].one & numbers) != 0 ? l->weight[i] : 0;
    }
    return some / all;
}

static struct state after(const struct state *s, int seat, const char *text)
{
    struct state next = *s;
    move m;
    if (smitten_read_move(text, &m) != NULL || smitten_refuse(s, seat, m) != NULL)
        abort();
    smitten_apply(&next, seat, m);
    return next;
}

/* The middle of a turn: seat 0 has played, seat 1 has to place. */
static void start_carrying(struct state *s)
{
    static const struct deal d = {18, {9, 4, 1, 6, 2, 5, 7, 3, 8, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    int opt[SMITTEN_OPTIONS], at;
    game_preset_options(&smitten_game, opt);
    smitten_init(s, 2, opt);
    smitten_deal(s, &d, &at);
    *s = after(s, 0, "play 4L");
    *s = after(s, 1, "place 7L");
    *s = after(s, 0, "play 6R");
}

/* Rule S3.2: a literal signal within a turn is true of the hand at that moment, then and later. */
static void test_words_within(struct belief_plain *p)
{
    struct state s;
    static struct belief silent, heard, later;
    start_carrying(&s);
    follow_plainly(p, &s, &silent);
    uint16_t may[2];
    smitten_fit(s.t.square, s.t.hard, may);
    unsigned fit = may[0] | may[1]; /* beside a 4 and a 7 on the left, a 6 on the right */
    double before = chance_to_hold(&silent.of[0], fit);
    static const struct {
        const char *text;
        int more; /* the believed chance to play rises: 1, falls: -1, stays: 0 */
    } rows[] = {{"say can", 1},         {"say want", 1},         {"say can pass", 1},
                {"say cannot", -1},     {"say cannot pass", -1}, {"say pass", 0},
                {"say cannot want", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct state said = after(&s, 0, rows[i].text);
        follow_plainly(p, &said, &heard);
        double now = chance_to_hold(&heard.of[0], fit);
        bool good = rows[i].more == 0  ? now == before
                    : rows[i].more > 0 ? now > before && now > 0.97
                                       : now < before && now < 0.5;
        tap_ok(good && chance_to_hold(&heard.of[1], fit) == chance_to_hold(&silent.of[1], fit),
               "S3.2 within a turn `%s` moves %.3f to %.3f, and the other hand not", rows[i].text,
               before, now);
    }
    struct state cannot = after(&s, 0, "say cannot");
    cannot = after(&cannot, 1, "place 5R");
    s = after(&s, 1, "place 5R");
    follow_plainly(p, &s, &silent);
    follow_plainly(p, &cannot, &later);
    tap_ok(chance_to_hold(&later.of[0], fit) < chance_to_hold(&silent.of[0], fit),
           "what was said within a turn is remembered after it");
}

/* In random games, literal beliefs never exclude the true hands. */
static void test_plain_beliefs(void)
{
    static const struct evaluate_tuning tuning = {.deals = 1, .guesses = 4};
    struct belief_plain *p = aligned_alloc(64, (sizeof *p / 64 + 1) * 64);
    struct bot_limits limits = {.must = true};
    struct rng r;
    int lost = 0, looked = 0;
    if (p == NULL)
        abort();
    memset(p, 0, sizeof *p);
    rng_seed(&r, 11);
    for (int g = 0; g < 12; g++) {
        struct state s;
        struct view v;
        int opt[SMITTEN_OPTIONS];
        draw_options(&r, opt);
        start_game(&s, 2, opt, &r);
        for (; s.t.phase != SMITTEN_OVER; make_random_event(&s, &r)) {
            smitten_observe(&s, 0, &v);
            if (evaluate_start(&p->evaluator, &v.t, &tuning, &limits))
                p->saved[0].checkpoint.turn = p->saved[1].checkpoint.turn = 0;
            lost += !belief_plain_follow(p, &v);
            for (int i = 0; i < 2; i++)
                lost += !is_listed(&p->belief.of[i], &s.hand[i]);
            looked++;
        }
    }
    tap_ok(looked > 100 && lost == 0, "plain beliefs keep the true hands, %d positions", looked);
    test_words_within(p);
    free(p);
}

/* Rule S3.2: all literal levels listen within a turn; the convention does not. */
static void test_ears_within(void)
{
    static const struct deal d = {18, {1, 4, 2, 9, 5, 8, 7, 3, 6, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
    static struct bot_choice quiet, loud;
    struct bot_limits limits = {.must = true};
    struct state s;
    int opt[SMITTEN_OPTIONS], at;
    game_preset_options(&smitten_game, opt);
    smitten_init(&s, 2, opt);
    smitten_deal(&s, &d, &at);
    s = after(&s, 0, "play 4L");
    s = after(&s, 1, "place 5R");
    s = after(&s, 0, "play 2R"); /* seat 1 has to play, and seat 0 to carry that out */
    struct state said = after(&s, 0, "say cannot");
    for (int level = 0; level < LEVELS; level++) {
        ask(level, &s, 1, &limits, 3, &quiet);
        ask(level, &said, 1, &limits, 3, &loud);
        bool same = quiet.n == loud.n;
        for (int i = 0; i < quiet.n && same; i++)
            same = quiet.seen[i].m == loud.seen[i].m && quiet.seen[i].value == loud.seen[i].value;
        tap_ok(quiet.n == 3 && loud.n == 3 && same == (level == EXPERT), "%s: %s within a turn",
               levels[level], level == EXPERT ? "hears nothing" : "listens");
    }
}

/* Seat 1's only play loses, and every play of the partner wins: waiting is worth a won game. */
static void start_won_by_waiting(struct state *s)
{
    static const struct deal d = {18, {4, 2, 4, 1, 9, 3, 6, 5, 8, 2, 3, 6, 9, 7, 7, 5, 1, 8}};
    static const struct {
        int seat;
        const char *text;
    } rows[] = {{0, "play 1R"},  {1, "reveal 6"}, {1, "place 9L"}, {0, "play 4R"},  {1, "place 8L"},
                {1, "play 6L"},  {0, "place 5L"}, {1, "play 3L"},  {0, "place 7L"}, {1, "play 7R"},
                {0, "place 2L"}, {0, "play 1L"},  {1, "reveal 6"}, {1, "place 5R"}};
    int opt[SMITTEN_OPTIONS], at;
    game_preset_options(&smitten_game, opt);
    smitten_init(s, 2, opt);
    smitten_deal(s, &d, &at);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        *s = after(s, rows[i].seat, rows[i].text);
}

/* A hint used to give this game up: it forced a move. Fewer hands and the convention, which these
   players do not follow, give less certain values. */
static void test_waiting(void)
{
    static struct bot_choice free_to_wait, forced, unasked;
    struct state s;
    move moves[GAME_MOVES_MAX];
    start_won_by_waiting(&s);
    int n = smitten_legal(&s, 1, moves);
    for (int level = EASY; level < EXPERT; level++) {
        double least = level < HARD ? 0.5 : 0.99;
        free_to_wait.weighed = forced.weighed = unasked.weighed = false;
        ask(level, &s, 1, &(struct bot_limits){.weigh = true}, 3, &free_to_wait);
        ask(level, &s, 1, &(struct bot_limits){.weigh = true, .must = true}, 3, &forced);
        ask(level, &s, 1, &(struct bot_limits){.must = true}, 3, &unasked);
        move advice = bot_advice(&free_to_wait, false);
        tap_ok(advice == MOVE_NONE || (advice & MOVE_TALK) != 0,
               "%s: a hint does not give up a game that waiting wins", levels[level]);
        tap_ok(n == 1 && forced.weighed && forced.wait.win > least && forced.seen[0].win < 0.01 &&
                   bot_would_wait(&forced),
               "%s: waiting is worth %.2f, the move %.2f", levels[level], forced.wait.win,
               forced.seen[0].win);
        tap_ok(forced.m == moves[0] && bot_advice(&forced, true) == moves[0],
               "%s: moves where it must", levels[level]);
        tap_ok(!unasked.weighed && unasked.m == forced.m, "%s: weighs only if asked to",
               levels[level]);
    }
    s = after(&s, 0, "play 2R"); /* within a turn nobody may wait */
    ask(HARD, &s, 1, &(struct bot_limits){.weigh = true}, 3, &unasked);
    tap_ok(!unasked.weighed, "no waiting within a turn");
}

static int count_wins(int first, int second, int rules, int games)
{
    int opt[SMITTEN_OPTIONS], wins = 0;
    game_preset_options(&smitten_game, opt);
    opt[SMITTEN_OPT_LEVEL] = rules;
    for (int i = 0; i < games; i++)
        wins += play_pair((int[2]){first, second}, opt, 5000 + (uint64_t)i, NULL, NULL, NULL);
    return wins;
}

static void test_strength(void)
{
    int easy = count_wins(EXPERT, EXPERT, SMITTEN_LEVEL_EASY, 40);
    int medium = count_wins(EXPERT, EXPERT, SMITTEN_LEVEL_MEDIUM, 80);
    int hard = count_wins(EXPERT, EXPERT, SMITTEN_LEVEL_HARD, 80);
    tap_ok(easy >= 37, "experts win %d of 40 easy games, at least 37", easy);
    tap_ok(medium >= 66, "experts win %d of 80 medium games, at least 66", medium);
    tap_ok(hard >= 44, "experts win %d of 80 hard games, at least 44", hard);
}

/* Deeper levels win more, with an equal partner and with `easy`. */
static void test_partners(void)
{
    for (int rules = SMITTEN_LEVEL_MEDIUM; rules <= SMITTEN_LEVEL_HARD; rules++) {
        int games = 80, least = rules == SMITTEN_LEVEL_HARD ? 36 : 56;
        int hard = count_wins(HARD, HARD, rules, games);
        int medium = count_wins(MEDIUM, MEDIUM, rules, games);
        int mixed = count_wins(HARD, EASY, rules, games);
        int easy = count_wins(EASY, EASY, rules, games);
        tap_ok(hard >= least, "two `hard` win %d of %d games, at least %d", hard, games, least);
        tap_ok(hard > medium, "two `hard` win %d, two `medium` %d", hard, medium);
        tap_ok(mixed >= easy, "`hard` with `easy` wins %d, two `easy` %d", mixed, easy);
    }
}

/* CPU time of the thread that asks: a book may be made by others meanwhile. */
static double own_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A clock that tells the bot to stop after this many readings. */
struct fuse {
    atomic_bool stop;
    int readings;
    double lit; /* own_ms */
};

static uint64_t read_fuse(void *source)
{
    struct fuse *f = source;
    if (--f->readings == 0) {
        atomic_store(&f->stop, true);
        f->lit = own_ms();
    }
    return 0;
}

static void test_stop(int level, int seats)
{
    struct state s;
    struct rng r;
    double worst = 0;
    int bad = 0;
    static struct bot_choice c;
    for (int readings = 1; readings <= 256; readings *= 4) {
        int opt[SMITTEN_OPTIONS];
        struct fuse f = {.readings = readings};
        struct bot_limits limits = {.time_ns = UINT64_MAX,
                                    .clock = read_fuse,
                                    .clock_source = &f,
                                    .stop = &f.stop,
                                    .must = true};
        game_preset_options(&smitten_game, opt);
        opt[SMITTEN_OPT_CARD4] = SMITTEN_ASK_NEAR; /* alone: waits for its book */
        opt[SMITTEN_OPT_LEVEL] = SMITTEN_LEVEL_EASY;
        rng_seed(&r, (uint64_t)readings);
        start_game(&s, seats, opt, &r);
        free(memory[level]);
        memory[level] = fresh_memory(level);
        f.lit = own_ms();
        ask(level, &s, 0, &limits, 1, &c);
        double took = own_ms() - f.lit;
        worst = atomic_load(&f.stop) && took > worst ? took : worst;
        bad += !is_good_answer(&s, 0, true, &c);
    }
    tap_ok(worst < 20, "%s, %d players: stops after %.1f ms of CPU at most", levels[level], seats,
           worst);
    tap_ok(bad == 0, "%s, %d players: a stopped bot answers legally", levels[level], seats);
}

/* From the third turn on, the expert's solo choice has the solver's value. */
static void test_solo(void)
{
    struct rng r;
    size_t bytes = (size_t)64 << 20;
    void *room = aligned_alloc(64, bytes);
    int opt[SMITTEN_OPTIONS], wrong = 0, asked = 0;
    static struct bot_choice c;
    static struct solve_answer answer;
    if (room == NULL)
        abort();
    rng_seed(&r, 3);
    game_preset_options(&smitten_game, opt);
    struct solver *solver = solve_smitten_start(room, bytes, 1, opt);
    while (asked < tap_part(40)) {
        struct state s;
        struct view v;
        start_game(&s, 1, opt, &r);
        while (s.t.phase != SMITTEN_OVER && s.t.placed < 5)
            make_random_event(&s, &r);
        for (; s.t.phase != SMITTEN_OVER; asked++) {
            struct bot_limits limits = {.must = true};
            smitten_observe(&s, 0, &v);
            solve_smitten_view(solver, &v, NULL, &answer);
            ask(EXPERT, &s, 0, &limits, 1, &c);
            wrong += c.n != answer.n || c.seen[0].value != answer.value || c.seen[0].m != c.m;
            smitten_apply(&s, 0, c.m);
        }
    }
    tap_ok(wrong == 0, "the expert plays alone as the solver says, %d choices", asked);
    free(room);
}

int main(void)
{
    test_lists(tap_part(500));
    for (int level = 0; level < LEVELS; level++)
        test_answers(level, tap_part(level == EXPERT ? 8 : 16));
    test_beliefs();
    test_plain_beliefs();
    test_ears_within();
    test_waiting();
    if (tap_part(100) == 100) { /* strength is the same in a slow build */
        test_strength();
        test_partners();
    }
    for (int seats = 1; seats <= 2; seats++) {
        test_stop(EXPERT, seats);
        test_stop(HARD, seats);
    }
    test_stop(LITERAL, 2);
    test_solo();
    for (int level = 0; level < LEVELS; level++)
        free(memory[level]);
    return tap_done();
}
