/* Valuing choices for reviews: see review_think.h. */
#include "table/review_think.h"

#include <stdlib.h>
#include <string.h>

#include "table/bot_memory.h"

/* A page has less memory: the solver is slower there, with the same answers. */
#ifdef __wasm__
#define SOLVER_BYTES (256u << 20)
#else
#define SOLVER_BYTES (512u << 20)
#endif

enum {
    SCRATCH_ALIGN = 64,
    CHOICES_WHOLE = 10,     /* up to so many choices get the bot's own budget */
    SOLVED_ONE = 8000000,   /* limit of positions solved for one choice, */
    SOLVED_ALL = 24000000,  /* and for a game */
    STUDY_SHARE = 4,        /* playouts for one bid per iteration of the budget, */
    STUDY_PLAYOUTS = 22000, /* and their limit, which the usual budgets reach */
    OPEN_NODES = 200000,    /* limit of positions searched after one move, all cards open */
};
#define REVIEW_SEED UINT64_C(0x7265766965770001)

/* Rounding errors of sums are smaller. */

/* Smaller losses are not explained: they would not be seen. */
#define COSTS_POINTS 0.05
#define COSTS_WIN 0.0005

/* Compares the players' signals with those of a bot. */
struct hearing {
    const struct record *record;
    const struct bot *bot;
    void *scratch;
    struct bot_choice choice;
    int heard, other; /* signals, and those that the bot would not have given */
};

static void hear(void *context, int event, const struct state *s)
{
    struct hearing *h = context;
    const struct game *g = h->record->setup.game;
    const struct bot_limits limits = {.iterations = 0};
    struct record_event e;
    struct problem p;
    struct view_room room;
    move m;
    if (h->other > 0 || !record_read_event(h->record, event, &e, &p) || e.seat == RECORD_DEAL ||
        g->read_move(e.text, &m) != NULL || (m & MOVE_TALK) == 0)
        return;
    h->heard++;
    if ((g->actors(s) >> e.seat & 1) == 0) { /* bots signal only when they may also move */
        h->other++;
        return;
    }
    g->observe(s, e.seat, view_in(&room));
    struct bot_question q = {.game = g,
                             .view = view_in(&room),
                             .seat = e.seat,
                             .limits = &limits,
                             .seed = REVIEW_SEED,
                             .scratch = h->scratch};
    h->bot->choose(h->bot, &q, &h->choice);
    h->other += h->choice.m != m;
}

/* Whether all signals of the record follow the bot's convention. */
static bool is_convention(const struct record *record, const struct bot *bot)
{
    struct hearing h = {.record = record, .bot = bot, .scratch = bot_memory_take(bot->scratch)};
    struct state_room room;
    struct problem p;
    record_replay(record, hear, &h, state_in(&room), &p);
    bot_memory_free(h.scratch);
    return h.heard > 0 && h.other == 0;
}

const struct bot *review_find_bot(const struct record *record)
{
    const struct game *g = record->setup.game;
    const struct bot *bot = bots_strongest(g), *literal = bots_find(g, "literal");
    if (literal == NULL || record->setup.seats == 1 || is_convention(record, bot))
        return bot;
    return literal;
}

/* Without enough memory there is no solver, and the bot values the choices. */
static void start_solver(struct review_thinker *t, const struct setup *setup)
{
    t->memory = aligned_alloc(SCRATCH_ALIGN, SOLVER_BYTES);
    if (t->memory != NULL)
        t->solver = t->solves->start(t->memory, SOLVER_BYTES, setup->seats, setup->opt);
    t->exact = t->solver != NULL;
    double known = t->solves->known(setup->opt);
    if (t->exact && known > 0)
        t->start = known;
    t->positions = SOLVED_ALL;
    t->at_once = SOLVED_ONE;
}

static uint64_t usual_budget(const struct review_thinker *t, int choices)
{
    const struct bot *bot = t->bot;
    if (t->together ||
        choices <= CHOICES_WHOLE) /* choices of cooperative games are few and quick */
        return bot->iterations;
    return bot->iterations * CHOICES_WHOLE / (uint64_t)choices + 1;
}

void review_thinker_init(struct review_thinker *t, const struct setup *setup, const struct bot *bot,
                         uint64_t budget, int choices)
{
    *t = (struct review_thinker){.game = setup->game, .seats = setup->seats, .bot = bot};
    t->together = setup->game->cooperative;
    t->solves = solvers_find(setup->game);
    t->studies = study_find(setup->game);
    t->reasons = reason_find(setup->game);
    t->budget = budget > 0 ? budget : usual_budget(t, choices);
    t->start = t->together ? BOT_UNKNOWN : 1.0 / setup->seats;
    t->scratch = bot_memory_take(t->bot->scratch);
    if (t->solves != NULL && setup->seats == 1)
        start_solver(t, setup);
    if (t->studies != NULL)
        t->study = bot_memory_take(t->studies->scratch);
    if (t->reasons != NULL)
        t->reason = bot_memory_take(t->reasons->scratch);
}

void review_thinker_clear(struct review_thinker *t)
{
    bot_memory_free(t->scratch);
    free(t->memory);
    bot_memory_free(t->study);
    bot_memory_free(t->reason);
}

bool review_could_wait(const struct review_thinker *t, const struct state *s)
{
    uint32_t actors = t->game->actors(s);
    return t->together && (actors & (actors - 1)) != 0;
}

/* ------------------------------------------------------------------ sides */

static struct bot_value *find_value(struct bot_choice *c, move m)
{
    for (int i = 0; i < c->n; i++)
        if (c->seen[i].m == m)
            return &c->seen[i];
    return NULL;
}

static void set_side(const struct bot_value *played, const struct bot_value *best,
                     struct review_side *side)
{
    *side = (struct review_side){.known = true, .played = *played, .best = *best};
    if (!bot_is_worth_more(best, played))
        side->best = *played;
}

/* Where the seat may wait, waiting is a choice like any other: it takes its place among the moves,
   and is the best one if it is worth more than each of them. */
static void add_waiting(struct bot_choice *c)
{
    int at = c->n;
    if (!c->weighed || c->n >= GAME_MOVES_MAX)
        return;
    if (bot_would_wait(c))
        c->m = MOVE_NONE;
    for (; at > 0 && c->seen[at - 1].value < c->wait.value; at--)
        c->seen[at] = c->seen[at - 1];
    c->seen[at] = c->wait;
    c->n++;
}

/* The best move is the bot's choice, not the highest of many uncertain values; or the move played,
   if it is as good. A bot with a book may know the best move without any values. */
static void take_side(struct bot_choice *c, move played, struct review_side *side)
{
    static const struct bot_value unknown = {
        .value = BOT_UNKNOWN, .points = BOT_UNKNOWN, .win = BOT_UNKNOWN};
    const struct bot_value *own = find_value(c, played);
    const struct bot_value *best = find_value(c, c->m);
    if (own != NULL) {
        set_side(own, best != NULL ? best : &c->seen[0], side);
    } else if (c->n == 0 && c->m != MOVE_NONE) {
        *side = (struct review_side){.known = true, .played = unknown, .best = unknown};
        side->played.m = played;
        side->best.m = c->m;
    }
}

/* The sum of visits, plus 1. */
static uint64_t count_visits(const struct bot_choice *c)
{
    uint64_t sum = 1;
    for (int i = 0; i < c->n; i++)
        sum += c->seen[i].visits;
    return sum;
}

/* Asks the bot about the player's view or, in hindsight, about the true state. */
static void ask(struct review_thinker *t, const struct view *v, const struct state *s,
                const struct review_decision *d, const struct bot_limits *limits)
{
    struct bot_question q = {.game = t->game,
                             .view = v,
                             .seat = d->seat,
                             .limits = limits,
                             .seed = REVIEW_SEED + (uint64_t)d->event,
                             .scratch = t->scratch};
    t->choice.weighed = false;
    if (v != NULL)
        t->bot->choose(t->bot, &q, &t->choice);
    else
        t->bot->hindsight(t->bot, &q, s, &t->choice);
    add_waiting(&t->choice);
}

/* A search visits worse moves rarely, and few visits give no reliable value: so the move played is
   searched again with as many visits as the best one had. */
static void think_side(struct review_thinker *t, const struct view *v, const struct state *s,
                       const struct review_decision *d, struct review_side *side)
{
    struct bot_limits limits = {.iterations = t->budget, .must = true, .weigh = true};
    ask(t, v, s, d, &limits);
    take_side(&t->choice, d->played, side);
    const struct bot_value *best = find_value(&t->choice, t->choice.m);
    if (!side->known || best == NULL || best->m == d->played || side->played.settled)
        return;
    struct bot_value chosen = *best, *own;
    struct bot_choice first = t->choice;
    limits.iterations = t->budget * chosen.visits / count_visits(&t->choice) + 1;
    limits.only = &d->played;
    ask(t, v, s, d, &limits);
    const struct bot_value *found = find_value(&t->choice, d->played);
    own = find_value(&first, d->played);
    if (found != NULL && found->visits >= own->visits)
        *own = *found;
    set_side(own, &chosen, side);
    t->choice = first;
}

/* Whether a cooperative game can be won with every card open, the deck included: no chance
   remains. */
enum open { OPEN_LOST, OPEN_WON, OPEN_UNKNOWN };

static enum open look_behind(const struct game *g, const struct state *s, int seat, move m,
                             long *nodes);

/* Depth first over the moves of these actors, at most `nodes` positions. */
static enum open search_seats(const struct game *g, const struct state *s, uint32_t actors,
                              long *nodes)
{
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        move moves[GAME_MOVES_MAX];
        int n = actors >> seat & 1 ? g->legal(s, seat, moves) : 0;
        for (int i = 0; i < n; i++) {
            if (--*nodes < 0)
                return OPEN_UNKNOWN;
            enum open found = look_behind(g, s, seat, moves[i], nodes);
            if (found != OPEN_LOST)
                return found;
        }
    }
    return OPEN_LOST;
}

/* The same for all actors, or where the game is over. */
static enum open search_open(const struct game *g, const struct state *s, long *nodes)
{
    uint32_t actors = g->actors(s);
    struct result r;
    if (actors != 0)
        return search_seats(g, s, actors, nodes);
    g->result(s, &r);
    return r.winners != 0 ? OPEN_WON : OPEN_LOST;
}

/* The same after a move. */
static enum open look_behind(const struct game *g, const struct state *s, int seat, move m,
                             long *nodes)
{
    struct state_room next;
    memcpy(&next, s, g->state_size);
    g->apply(state_in(&next), seat, m);
    return search_open(g, state_in(&next), nodes);
}

/* Waiting wins if a move of another seat does. It is the best choice only where no own move wins.
 */
static void wait_open(struct review_thinker *t, const struct state *s, int seat)
{
    struct bot_choice *c = &t->choice;
    uint32_t others = t->game->actors(s) & ~(UINT32_C(1) << seat);
    long nodes = OPEN_NODES;
    c->weighed = others != 0 && search_seats(t->game, s, others, &nodes) == OPEN_WON;
    c->wait = (struct bot_value){.m = MOVE_NONE, .value = 1, .points = BOT_UNKNOWN, .win = 1};
    add_waiting(c);
}

/* Cooperative games: a move's value is 1 if the game can still be won after it. The best move is
   the one played if its value is 1, else any such move; moves that exceed the limit are left out.
 */
static void think_open(struct review_thinker *t, const struct state *s, struct review_decision *d)
{
    struct bot_choice *c = &t->choice;
    move moves[GAME_MOVES_MAX];
    int n = t->game->legal(s, d->seat, moves);
    bool won = false;
    *c = (struct bot_choice){.m = d->played};
    for (int i = 0; i < n; i++) {
        long nodes = OPEN_NODES;
        enum open found = look_behind(t->game, s, d->seat, moves[i], &nodes);
        double win = found == OPEN_WON;
        if (found == OPEN_UNKNOWN)
            continue;
        c->seen[c->n++] =
            (struct bot_value){.m = moves[i], .value = win, .points = BOT_UNKNOWN, .win = win};
        if (win > 0 && (!won || moves[i] == d->played))
            c->m = moves[i];
        won = won || win > 0;
    }
    if (!won && c->n > 0)
        wait_open(t, s, d->seat);
    take_side(c, d->played, &d->hindsight);
}

static int by_value(const void *a, const void *b)
{
    const struct bot_value *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return (x->m > y->m) - (x->m < y->m);
}

/* Solo: the solver's values for the player's view are exact. False: they exceed the limit. */
static bool think_exact(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    struct solve_limits limits = {.positions = t->at_once};
    struct solve_answer answer;
    if (t->positions < limits.positions)
        limits.positions = t->positions + 1; /* 0 would mean no limit */
    t->solves->view(t->solver, v, &limits, &answer);
    t->positions -= answer.spent < t->positions ? answer.spent : t->positions;
    if (!answer.known)
        return false;
    for (int i = 0; i < answer.n; i++)
        t->choice.seen[i] = (struct bot_value){.m = answer.choice[i].m,
                                               .value = answer.choice[i].value,
                                               .points = BOT_UNKNOWN,
                                               .win = answer.choice[i].value};
    t->choice.n = answer.n;
    qsort(t->choice.seen, (size_t)answer.n, sizeof t->choice.seen[0], by_value);
    t->choice.m = t->choice.seen[0].m;
    take_side(&t->choice, d->played, &d->fair);
    d->exact = d->fair.known;
    return true;
}

/* Beyond that limit a book may know the best choice, without values. Playouts give no values here:
   they do not compare with exact ones. */
static void think_by_book(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    move m;
    t->choice.n = 0;
    t->choice.m = t->solves->book(v, NULL, &m) ? m : MOVE_NONE;
    take_side(&t->choice, d->played, &d->fair);
}

/* Forecasts each bid, and the tricks of the best one. */
static void think_bid(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    struct bot_limits limits = {.iterations = t->budget * STUDY_SHARE};
    int best = t->studies->number(d->fair.best.m);
    if (best < 0)
        return;
    if (limits.iterations > STUDY_PLAYOUTS)
        limits.iterations = STUDY_PLAYOUTS;
    t->studies->look(v, d->seat, &limits, REVIEW_SEED + (uint64_t)d->event, t->study,
                     &d->bid.study);
    d->bid.known = true;
    d->bid.best = best;
}

/* The loss of the choice in a value that may be unknown. */
static double find_loss(double best, double played)
{
    return best > BOT_UNKNOWN && played > BOT_UNKNOWN ? best - played : BOT_UNKNOWN;
}

/* Explains the loss from the view alone: see search/reason.h. */
static void think_reason(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    const struct bot_value *best = &d->fair.best, *played = &d->fair.played;
    double points = find_loss(best->points, played->points),
           win = find_loss(best->win, played->win);
    if (best->m == d->played || (points < COSTS_POINTS && win < COSTS_WIN))
        return;
    if (t->reasons == NULL ||
        !t->reasons->say(v, d->seat, d->played, best->m, REVIEW_SEED + (uint64_t)d->event,
                         t->reason, &d->reason))
        reason_by_value(&d->reason, points, win);
}

void review_think_fair(struct review_thinker *t, const struct state *s, struct review_decision *d)
{
    struct view_room room;
    t->game->observe(s, d->seat, view_in(&room));
    if (!t->exact)
        think_side(t, view_in(&room), NULL, d, &d->fair);
    else if (!think_exact(t, view_in(&room), d))
        think_by_book(t, view_in(&room), d);
    d->n = t->choice.n;
    memcpy(d->seen, t->choice.seen, (size_t)d->n * sizeof d->seen[0]);
    if (t->studies != NULL && d->asked && d->fair.known)
        think_bid(t, view_in(&room), d);
    if (d->asked && d->fair.known)
        think_reason(t, view_in(&room), d);
}

void review_think_hindsight(struct review_thinker *t, const struct state *s,
                            struct review_decision *d)
{
    if (t->together)
        think_open(t, s, d);
    else if (t->bot->hindsight != NULL)
        think_side(t, NULL, s, d, &d->hindsight);
}
