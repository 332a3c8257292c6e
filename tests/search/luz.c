/*
 * The Luz bots: legal and repeatable answers at every seat count, exact beliefs, a policy that does
 * not peek, a prompt stop, and positions with an obvious answer.
 */
#include <stdlib.h>
#include <string.h>

#include "games/luz/luz.h"
#include "search/bot.h"
#include "search/luz/think.h"
#include "search/study.h"
#include "table/clock.h"
#include "tests/tap.h"

static const char *const levels[] = {"easy", "medium", "hard", "expert", "flat"};
enum { LEVELS = 5 };

static void *memory[LEVELS];

static void ask_bot(const struct bot *bot, void *scratch, const struct view *v,
                    const struct bot_limits *limits, uint64_t seed, struct bot_choice *out)
{
    struct bot_question q = {.game = &luz_game,
                             .view = v,
                             .seat = v->seat,
                             .limits = limits,
                             .seed = seed,
                             .scratch = scratch};
    bot->choose(bot, &q, out);
}

/* One choice of a level with a small budget. */
static void ask(int level, const struct view *v, uint64_t iterations, uint64_t seed,
                struct bot_choice *out)
{
    const struct bot *bot = bots_find(&luz_game, levels[level]);
    struct bot_limits limits = {.iterations = iterations};
    if (memory[level] == NULL)
        memory[level] = calloc(1, bot->scratch);
    ask_bot(bot, memory[level], v, &limits, seed, out);
}

static void start_game(struct state *s, int seats, struct rng *r)
{
    int opt[LUZ_OPTIONS] = {(int)rng_below(r, (uint32_t)seats), 0};
    luz_init(s, seats, opt);
}

/* One event: a deal, or a random move. False: the game is over. */
static bool step(struct state *s, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    struct deal d;
    int at;
    uint32_t actors = luz_actors(s);
    if (actors == 0)
        return false;
    if (actors == GAME_DEALER) {
        luz_shuffle(s, r, &d);
        luz_deal(s, &d, &at);
        return true;
    }
    int seat = luz_lowest(actors);
    int n = luz_legal(s, seat, moves);
    /* Only plausible bids; others would merely test the score. */
    move m = moves[rng_below(r, (uint32_t)(s->open.phase == LUZ_BID ? 10 : n))];
    luz_apply(s, seat, m);
    return true;
}

static bool same_choice(const struct bot_choice *a, const struct bot_choice *b)
{
    bool same = a->m == b->m && a->n == b->n && a->iterations == b->iterations;
    for (int i = 0; same && i < a->n; i++)
        same = a->seen[i].m == b->seen[i].m && a->seen[i].visits == b->seen[i].visits &&
               a->seen[i].value == b->seen[i].value && a->seen[i].points == b->seen[i].points &&
               a->seen[i].win == b->seen[i].win;
    return same;
}

/* Every legal move is listed once, with a value in range. */
static bool complete_choice(const struct state *s, int seat, const struct bot_choice *c)
{
    move moves[GAME_MOVES_MAX];
    int n = luz_legal(s, seat, moves);
    bool good = c->n == n && c->seen[0].m == c->m;
    for (int i = 0; good && i < n; i++) {
        int found = 0;
        for (int j = 0; j < c->n; j++)
            found += c->seen[j].m == moves[i];
        good = found == 1;
        if (c->seen[i].visits > 0)
            good = good && c->seen[i].points >= -50 && c->seen[i].points <= 40 &&
                   c->seen[i].win >= 0 && c->seen[i].win <= 1;
    }
    return good;
}

/* All levels over whole random games: answers are legal, complete, repeatable, and the same in
   another world of the same view. */
static void test_answers(int seats)
{
    static struct bot_choice a, b;
    struct rng r;
    struct state s, other;
    struct view v, w;
    int asked = 0, legal = 0, complete = 0, same = 0, blind = 0;
    rng_seed_pair(&r, 11, (uint64_t)seats);
    start_game(&s, seats, &r);
    do {
        uint32_t actors = luz_actors(&s);
        if (actors == GAME_DEALER || actors == 0)
            continue;
        int seat = luz_lowest(actors);
        int level = asked % LEVELS;
        luz_observe(&s, seat, &v);
        luz_determinize(&v, &r, &other);
        luz_observe(&other, seat, &w);
        uint64_t seed = rng_next(&r);
        ask(level, &v, 300, seed, &a);
        ask((level + 1) % LEVELS, &v, 100, seed, &b); /* other work in between changes nothing */
        ask(level, &v, 300, seed, &b);
        asked++;
        legal += luz_refuse(&s, seat, a.m) == NULL;
        complete += complete_choice(&s, seat, &a);
        same += same_choice(&a, &b);
        ask(level, &w, 300, seed, &b);
        blind += same_choice(&a, &b);
    } while (step(&s, &r));
    tap_ok(asked > 100 && legal == asked, "%d seats: all %d answers are legal", seats, asked);
    tap_ok(complete == asked, "%d seats: every legal move is valued once (%d)", seats, complete);
    tap_ok(same == asked, "%d seats: equal questions, equal answers (%d)", seats, same);
    tap_ok(blind == asked, "%d seats: the own hidden cards change nothing (%d)", seats, blind);
}

/* Whether the hand fits the view: colours by slot, values rising within a colour, the played cards
   where they were. */
static bool fits(const struct view *v, uint64_t hand)
{
    int last = -1;
    for (int slot = 0; slot < LUZ_SLOTS; slot++) {
        int card = v->card[v->seat][slot];
        if (card == LUZ_HIDDEN) {
            if (hand == 0)
                return false;
            card = luz_lowest(hand);
            hand &= hand - 1;
        }
        if (card <= last || luz_colour(card) != luz_slot_colour(&v->open, v->seat, slot))
            return false;
        last = card;
    }
    return hand == 0;
}

/* Counts all sets of unseen cards that fit, card by card. */
static uint64_t count_fits(const struct view *v, uint64_t unseen, uint64_t hand, int want)
{
    if (want == 0)
        return fits(v, hand);
    if (sim_count(unseen) < want)
        return 0;
    uint64_t low = unseen & -unseen;
    return count_fits(v, unseen ^ low, hand | low, want - 1) +
           count_fits(v, unseen ^ low, hand, want);
}

static bool all_different(struct belief *b)
{
    for (int i = 0; i < b->n; i++)
        for (int j = 0; j < i; j++)
            if (b->hand[i] == b->hand[j])
                return false;
    return true;
}

/* The worlds listed are those of brute force, each once; the true hand is among them. */
static void test_beliefs(int seats)
{
    static struct belief b;
    static struct sim_lore lore;
    struct rng r;
    struct state s;
    struct view v;
    struct bot_limits none = {0};
    int positions = 0, counts = 0, kept = 0, sums = 0;
    sim_learn(&lore, seats, SIM_FORECAST);
    rng_seed_pair(&r, 12, (uint64_t)seats);
    start_game(&s, seats, &r);
    do {
        uint32_t actors = luz_actors(&s);
        if (s.open.phase != LUZ_PLAY || s.open.trick < 5)
            continue;
        int seat = luz_lowest(actors);
        luz_observe(&s, seat, &v);
        belief_list(&b, &v, BELIEF_MAX, &r);
        belief_weigh(&b, &lore, &v, &none, 0);
        uint64_t truth = 0;
        for (unsigned left = s.open.left[seat]; left != 0; left &= left - 1)
            truth |= UINT64_C(1) << s.card[seat][luz_lowest(left)];
        bool found = false;
        double sum = 0;
        for (int i = 0; i < b.n; i++) {
            found |= b.hand[i] == truth;
            sum += b.weight[i];
        }
        positions++;
        counts += b.count == count_fits(&v, b.unseen, 0, sim_count(truth)) &&
                  (uint64_t)b.n == b.count && all_different(&b);
        kept += found;
        sums += sum > 0.999999 && sum < 1.000001;
    } while (step(&s, &r));
    tap_ok(positions > 20 && counts == positions, "%d seats: worlds as by brute force", seats);
    tap_ok(kept == positions, "%d seats: the truth is among the worlds", seats);
    tap_ok(sums == positions, "%d seats: weights add up to 1", seats);
}

/* The hand drawn for the seat to act fits its own view: every place keeps its colour and stays
   between the cards played beside it, and no card is gained or lost. */
static bool fits_drawn(const struct view *v, const struct sim *from, const struct sim *drawn)
{
    int seat = v->seat;
    return fits(v, drawn->hand[seat]) && (drawn->hand[seat] & drawn->aside) == 0 &&
           (drawn->hand[seat] | drawn->aside) == (from->hand[seat] | from->aside);
}

static bool same_comparisons(const struct node *a, const struct node *b, int n)
{
    bool same = true;
    for (int i = 0; i < n; i++)
        same = same && a->n[i] == b->n[i] && a->sum[i] == b->sum[i];
    return same;
}

/* Another seat compares its choices without knowing its own cards: the numbers have the same bits
   for any hand. Without comparisons the costs are the forecast's. */
static void test_replies(int seats)
{
    static struct think t;
    struct rng r;
    struct state s;
    struct view v;
    int asked = 0, changed = 0, blind = 0, drawn = 0, plain = 0, plays = 0;
    rng_seed_pair(&r, 17, (uint64_t)seats);
    start_game(&s, seats, &r);
    sim_learn(&t.lore, seats, SIM_FORECAST);
    t.mask = 1023;
    do {
        uint32_t actors = luz_actors(&s);
        if (actors == GAME_DEALER || actors == 0)
            continue;
        int seat = luz_lowest(actors);
        struct node first = {.actions = 2}, second = {.actions = 2};
        struct reply one = {.node = &first}, two = {.node = &second};
        t.belief.seat = (seat + 1) % seats;
        worth_init(&t.their[seat], &s.open, seat);
        luz_observe(&s, seat, &v);
        sim_from_state(&one.s, &s);
        two.s = one.s;
        belief_resample(&two.s, seat, &r);
        changed += two.s.hand[seat] != one.s.hand[seat];
        drawn += fits_drawn(&v, &one.s, &two.s);
        for (uint64_t i = 0; i < 4; i++) {
            rng_seed(&t.rng, i);
            reply_compare(&t, &one);
            rng_seed(&t.rng, i);
            reply_compare(&t, &two);
        }
        asked++;
        blind += first.n[0] == 4 && same_comparisons(&first, &second, LUZ_SLOTS);
        if (sim_bidding(&one.s))
            continue;
        struct sim_costs forecast, costs;
        sim_weigh(&t.lore, &one.s, &forecast);
        reply_weigh(&t, &one.s, 0, &costs);
        plays++;
        plain += memcmp(costs.cost, forecast.cost, (size_t)costs.n * sizeof costs.cost[0]) == 0;
    } while (step(&s, &r));
    tap_ok(asked > 100 && drawn == asked && changed > asked / 2,
           "%d seats: hands drawn anew fit what their player knows (%d of %d differ)", seats,
           changed, asked);
    tap_ok(blind == asked, "%d seats: another seat compares without its own cards (%d)", seats,
           blind);
    tap_ok(plays > 100 && plain == plays, "%d seats: uncompared, the forecast stands", seats);
}

/* A long search compares the next seat's plays: the best card's cost falls, the worst one's
   rises. */
static void test_correction(void)
{
    static struct think t;
    struct rng r;
    struct state s;
    struct reply todo = {.node = NULL};
    struct sim_costs before, after;
    bool made = false;
    rng_seed(&r, 18);
    rng_seed(&t.rng, 19);
    start_game(&s, 4, &r);
    do
        step(&s, &r);
    while (s.open.phase != LUZ_PLAY || s.open.trick < 4 || s.open.laid != 0);
    sim_learn(&t.lore, 4, SIM_FORECAST);
    t.mask = 1023;
    t.belief.seat = (s.open.turn + 1) % 4;
    worth_init(&t.their[s.open.turn], &s.open, s.open.turn);
    sim_from_state(&todo.s, &s);
    todo.node = tree_find(&t, tree_information(&todo.s, t.belief.seat, 0), &made);
    for (int i = 0; i < 200; i++)
        reply_compare(&t, &todo);
    sim_weigh(&t.lore, &todo.s, &before);
    reply_weigh(&t, &todo.s, 0, &after);
    int best = 0, worst = 0;
    for (int i = 1; i < after.n; i++) {
        best = todo.node->sum[i] > todo.node->sum[best] ? i : best;
        worst = todo.node->sum[i] < todo.node->sum[worst] ? i : worst;
    }
    tap_ok(made && after.n > 2 && after.cost[best] < before.cost[best] &&
               after.cost[worst] > before.cost[worst],
           "comparisons make the better card likelier and the worse one less likely");
}

/* The alias tables draw each world as often as its weight says. */
static void test_draws(void)
{
    static struct belief b;
    struct rng r;
    int count[5] = {0};
    bool good = true;
    rng_seed(&r, 13);
    b.n = 5;
    for (int i = 0; i < 5; i++)
        b.weight[i] = (i + 1) / 15.0;
    belief_settle(&b);
    for (int i = 0; i < 150000; i++)
        count[belief_draw(&b, &r)]++;
    for (int i = 0; i < 5; i++)
        good = good && abs(count[i] - 10000 * (i + 1)) < 700;
    tap_ok(good, "worlds are drawn by weight");
}

/* With an endless budget, a stop that is already set or a time cap bounds CPU time, at the first
   bid and in mid-game. */
static void test_stop(void)
{
    static struct bot_choice c;
    static const atomic_bool stop = true;
    struct rng r;
    struct state s;
    struct view v;
    uint64_t worst = 0, capped = 0;
    rng_seed(&r, 14);
    start_game(&s, 4, &r);
    for (int i = 0; i < 45; i++) {
        step(&s, &r);
        if (luz_actors(&s) == GAME_DEALER || (i != 0 && i % 4 != 0))
            continue;
        int seat = luz_lowest(luz_actors(&s));
        const struct bot *bot = bots_find(&luz_game, "expert");
        luz_observe(&s, seat, &v);
        ask(3, &v, 10, 1, &c);
        struct bot_limits limits = {.iterations = UINT64_C(1) << 40, .stop = &stop};
        uint64_t from = clock_of_thread(NULL);
        ask_bot(bot, memory[3], &v, &limits, 1, &c);
        uint64_t took = clock_of_thread(NULL) - from;
        worst = took > worst ? took : worst;
        limits = (struct bot_limits){
            .iterations = 1 << 30, .time_ns = 30000000, .clock = clock_of_thread};
        from = clock_of_thread(NULL);
        ask_bot(bot, memory[3], &v, &limits, 1, &c);
        took = clock_of_thread(NULL) - from;
        capped = took > capped ? took : capped;
        if (luz_refuse(&s, seat, c.m) != NULL)
            worst = UINT64_MAX;
    }
    tap_note("stopped after %d us, capped after %d us", (int)(worst / 1000), (int)(capped / 1000));
    tap_ok(worst < 20000000, "a bot told to stop answers within 20 ms of CPU");
    tap_ok(capped < 50000000, "a cap of 30 ms holds within 20 ms of CPU");
}

/* Deals these hands (text of all cards in seat order) to three seats; seat 0 bids first. */
static void deal_text(struct state *s, const char *text)
{
    struct deal d;
    int opt[LUZ_OPTIONS] = {2, 0};
    int at;
    luz_init(s, 3, opt);
    tap_ok(game_read_deal(&luz_game, text, &d, &at) == NULL && luz_deal(s, &d, &at) == NULL,
           "the deal is one");
}

/* Seat 0 has all eight yellow cards, and each of them wins. */
static const char trumps[] = "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 R1 G1 "
                             "R2 R3 R4 R5 G2 G3 G4 B1 B2 B3 "
                             "R6 R7 R8 V1 V2 V3 V4 V5 V6 V7 "
                             "G5 G6 G7 G8 B4 B5 B6 B7 B8 V8";
/* Seat 0 has the lowest cards of three colours, three each, but cannot know it; the others hold the
   rest of these colours. Nothing else is unseen there, so its cards are certain. */
static const char lows[] = "R1 R2 R3 G1 G2 G3 B1 B2 B3 B4 "
                           "R4 R5 R6 R7 G4 G5 G6 B5 B6 Y8 "
                           "R8 G7 G8 B7 B8 Y7 Y6 Y5 Y4 Y3 "
                           "V1 V2 V3 V4 V5 V6 V7 V8 Y1 Y2";

static void test_bids(void)
{
    static struct bot_choice c;
    struct state s;
    struct view v;
    deal_text(&s, trumps);
    luz_observe(&s, 0, &v);
    for (int level = 0; level < LEVELS; level++) {
        ask(level, &v, 3000, 5, &c);
        int beads = (int)(c.m & LUZ_MOVE_NUMBER) / 2;
        tap_ok(beads >= 7 && beads <= 9, "%s bids about 8 with all eight yellow cards: %d",
               levels[level], beads);
    }
    deal_text(&s, lows);
    luz_observe(&s, 0, &v);
    for (int level = 0; level < LEVELS; level++) {
        ask(level, &v, 3000, 5, &c);
        tap_ok(c.m == luz_bid_move(0, 0), "%s bids nothing with ten losing cards: %d",
               levels[level], (int)(c.m & LUZ_MOVE_NUMBER));
    }
}

/* With all yellow and 8 bid, each yellow card wins its trick, and the two others must lose theirs:
   they are the lowest of their colours, though the seat cannot know that. */
static void test_play(void)
{
    static struct bot_choice c;
    struct state s;
    struct view v;
    struct rng r;
    const struct bot *expert = bots_find(&luz_game, "expert");
    rng_seed(&r, 15);
    deal_text(&s, trumps);
    luz_apply(&s, 0, luz_bid_move(8, 0));
    luz_apply(&s, 1, luz_bid_move(1, 0));
    luz_apply(&s, 2, luz_bid_move(1, 0));
    while (luz_actors(&s) != GAME_DEALER) {
        int seat = luz_lowest(luz_actors(&s));
        move moves[GAME_MOVES_MAX];
        int n = luz_legal(&s, seat, moves);
        c.m = moves[rng_below(&r, (uint32_t)n)];
        luz_observe(&s, seat, &v);
        if (seat == 0)
            ask(3, &v, 3000, rng_next(&r), &c);
        luz_apply(&s, seat, c.m);
    }
    tap_ok(s.open.sheet[0][0] == 10, "expert makes 8 of 8 with all yellow: %d points",
           s.open.sheet[0][0]);
    tap_ok(expert->hindsight != NULL, "expert has hindsight");
}

/* The study of a bid, from the seat's view. */
static void test_study(void)
{
    const struct study_kind *luz_study = study_find(&luz_game);
    static struct study study;
    static struct bot_choice c;
    struct state s;
    struct view v;
    struct bot_limits limits = {.iterations = 2200};
    double sum = 0;
    int best = 0;
    void *room = calloc(1, luz_study->scratch);
    deal_text(&s, lows);
    luz_observe(&s, 0, &v);
    luz_study->look(&v, 0, &limits, 3, room, &study);
    for (int i = 0; i < STUDY_TRICKS; i++)
        sum += study.chance[0][i];
    for (int i = 1; i < STUDY_BIDS; i++)
        best = study.points[i] > study.points[best] ? i : best;
    tap_ok(sum > 0.999 && sum < 1.001, "the chances of 0 to 10 tricks add up to 1");
    tap_ok(best == 0 && study.points[0] > 5, "nothing is the best bid: %.2f points",
           study.points[0]);
    tap_ok(study.points[20] < -30, "ten tricks are a bad bid: %.2f points", study.points[20]);
    const struct bot *expert = bots_find(&luz_game, "expert");
    struct bot_question q = {.game = &luz_game, .limits = &limits, .seed = 4, .scratch = memory[3]};
    expert->hindsight(expert, &q, &s, &c);
    tap_ok(c.m == luz_bid_move(0, 0), "for the expert in hindsight too");
    free(room);
}

/* An exactly solved ending and a long tree search find moves of the same worth. Both play against
   the forecast alone, since the others' comparisons differ from search to search. */
static void test_endings(int seats)
{
    static struct bot_choice solved, searched;
    const struct bot *expert = bots_find(&luz_game, "expert");
    struct tuning tuning = *(const struct tuning *)expert->tuning, solving;
    struct bot searcher = *expert, solver = *expert;
    struct bot_limits limits = {.iterations = 60000}, long_limits = {.iterations = 300000};
    struct rng r;
    struct state s;
    struct view v;
    int positions = 0;
    double worst = 0;
    tuning.replies = false;
    solving = tuning;
    solver.tuning = &solving;
    tuning.endgame = false;
    searcher.tuning = &tuning;
    rng_seed_pair(&r, 15, (uint64_t)seats);
    start_game(&s, seats, &r);
    do {
        if (s.open.phase != LUZ_PLAY || s.open.trick < 7 || s.open.trick > 8)
            continue;
        luz_observe(&s, s.open.turn, &v);
        ask_bot(&solver, memory[3], &v, &long_limits, 1, &solved);
        ask_bot(&searcher, memory[3], &v, &limits, 2, &searched);
        /* A play has 100000, half for the tree; an unsolved ending spends all. */
        if (solved.n < 2 || solved.iterations <= 50000 || solved.iterations >= 100000)
            continue;
        positions++;
        double off = solved.seen[0].value - searched.seen[0].value;
        off = off < 0 ? -off : off;
        worst = off > worst ? off : worst;
    } while (step(&s, &r));
    tap_note("%d endgames, off by at most %d hundredths", positions, (int)(100 * worst));
    tap_ok(positions > 3 && worst < 1.5,
           "%d seats: the solved endgames are worth what a long search "
           "finds",
           seats);
}

int main(void)
{
    for (int seats = LUZ_SEATS_MIN; seats <= LUZ_SEATS_MAX; seats++) {
        test_answers(seats);
        test_beliefs(seats);
        test_replies(seats);
        test_endings(seats);
    }
    test_correction();
    test_draws();
    test_stop();
    test_bids();
    test_play();
    test_study();
    for (int i = 0; i < LEVELS; i++)
        free(memory[i]);
    return tap_done();
}
