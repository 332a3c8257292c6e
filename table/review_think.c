/* Valuing choices for reviews: see review_think.h. */
#include "table/review_think.h"

#include <stdlib.h>
#include <string.h>

#include "search/luz/study.h"
#include "table/review_open.h"

/* A page's memory is smaller; answers are the same, only later. */
#ifdef __wasm__
#define SOLVER_BYTES (256u << 20)
#else
#define SOLVER_BYTES (512u << 20)
#endif

enum {
    SCRATCH_ALIGN = 64,
    CHOICES_WHOLE = 10,    /* so many choices, each thought about twice, get the bot's own budget */
    SOLVED_ONE = 16000000, /* positions solved for one choice at most, and for a game */
    SOLVED_ALL = 36000000,
    STUDY_PLAYOUTS = 22000, /* behind one bid at most */
    OPEN_NODES = 200000,    /* positions looked at behind one move, all cards open */
};
#define REVIEW_SEED UINT64_C(0x7265766965770001)

static void *take_memory(size_t bytes)
{
    size_t size = (bytes / SCRATCH_ALIGN + 1) * SCRATCH_ALIGN;
    void *memory = aligned_alloc(SCRATCH_ALIGN, size);
    if (memory == NULL)
        abort();
    return memory;
}

static const struct bot *find_bot(const struct game *g)
{
    static const char *const names[] = {"expert", "hard", "medium", "easy", "random"};
    const struct bot *bot = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && bot == NULL; i++)
        bot = bots_find(g, names[i]);
    return bot;
}

/* Where there is not so much memory the bot thinks instead. */
static void start_solver(struct review_thinker *t, const struct setup *setup)
{
    t->memory = aligned_alloc(SCRATCH_ALIGN, SOLVER_BYTES);
    if (t->memory != NULL)
        t->solver = solve_smitten_start(t->memory, SOLVER_BYTES, setup->seats, setup->opt);
    t->exact = t->solver != NULL;
    t->positions = SOLVED_ALL;
}

static uint64_t usual_budget(const struct bot *bot, int choices)
{
    if (choices <= CHOICES_WHOLE)
        return bot->iterations;
    return bot->iterations * CHOICES_WHOLE / (uint64_t)choices + 1;
}

void review_thinker_init(struct review_thinker *t, const struct setup *setup, uint64_t budget,
                         int choices)
{
    *t = (struct review_thinker){.game = setup->game, .seats = setup->seats};
    t->bot = find_bot(setup->game);
    t->budget = budget > 0 ? budget : usual_budget(t->bot, choices);
    t->together = strcmp(setup->game->name, "smitten") == 0;
    t->start = t->together ? BOT_UNKNOWN : 1.0 / setup->seats;
    t->scratch = take_memory(t->bot->scratch);
    memset(t->scratch, 0, t->bot->scratch);
    if (t->together && setup->seats == 1)
        start_solver(t, setup);
    if (strcmp(setup->game->name, "luz") == 0) {
        t->study = take_memory(luz_study_scratch());
        memset(t->study, 0, luz_study_scratch());
    }
}

void review_thinker_clear(struct review_thinker *t)
{
    free(t->scratch);
    free(t->memory);
    free(t->study);
}

double review_start_value(const struct review_thinker *t)
{
    return t->start;
}

bool review_could_wait(const struct review_thinker *t, const struct state *s)
{
    uint32_t actors = t->game->actors(s);
    return t->together && (actors & (actors - 1)) != 0;
}

/* ------------------------------------------------------------------ sides */

static const struct bot_value *find_value(const struct bot_value *seen, int n, move m)
{
    for (int i = 0; i < n; i++)
        if (seen[i].m == m)
            return &seen[i];
    return NULL;
}

/* The best is what the bot would have done: the highest of many uncertain values is not. */
static void take_side(const struct bot_choice *c, move played, struct review_side *side)
{
    const struct bot_value *own = find_value(c->seen, c->n, played);
    const struct bot_value *best = find_value(c->seen, c->n, c->m);
    if (own == NULL || c->n == 0)
        return;
    if (best == NULL)
        best = &c->seen[0];
    *side = (struct review_side){.known = true, .played = *own, .best = *best};
}

static void think_fair(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    struct bot_limits limits = {.iterations = t->budget, .must = true};
    t->bot->choose(t->bot, t->game, v, d->seat, &limits, REVIEW_SEED + (uint64_t)d->event,
                   t->scratch, &t->choice);
    take_side(&t->choice, d->played, &d->fair);
    d->n = t->choice.n;
    memcpy(d->seen, t->choice.seen, (size_t)d->n * sizeof d->seen[0]);
}

static void think_hindsight(struct review_thinker *t, const struct state *s,
                            struct review_decision *d)
{
    struct bot_limits limits = {.iterations = t->budget, .must = true};
    if (t->bot->hindsight == NULL)
        return;
    t->bot->hindsight(t->bot, t->game, s, d->seat, &limits, REVIEW_SEED + (uint64_t)d->event,
                      t->scratch, &t->choice);
    take_side(&t->choice, d->played, &d->hindsight);
}

/* Whether the game could be won behind a move, all cards open. */
static enum review_open look_behind(const struct game *g, const struct state *s, int seat, move m)
{
    struct state_room next;
    memcpy(&next, s, g->state_size);
    g->apply(state_in(&next), seat, m);
    return review_open_search(g, state_in(&next), OPEN_NODES);
}

/* Those who play together: what could be won. The best is what was played if it could, else any
   move that could; a move that takes too long to settle is left out. */
static void think_open(struct review_thinker *t, const struct state *s, struct review_decision *d)
{
    struct bot_choice *c = &t->choice;
    move moves[GAME_MOVES_MAX];
    int n = t->game->legal(s, d->seat, moves);
    bool won = false;
    *c = (struct bot_choice){.m = d->played};
    for (int i = 0; i < n; i++) {
        enum review_open found = look_behind(t->game, s, d->seat, moves[i]);
        double win = found == REVIEW_OPEN_WON;
        if (found == REVIEW_OPEN_UNKNOWN)
            continue;
        c->seen[c->n++] =
            (struct bot_value){.m = moves[i], .value = win, .points = BOT_UNKNOWN, .win = win};
        if (win > 0 && (!won || moves[i] == d->played))
            c->m = moves[i];
        won = won || win > 0;
    }
    take_side(c, d->played, &d->hindsight);
}

static int by_value(const void *a, const void *b)
{
    const struct bot_value *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return (x->m > y->m) - (x->m < y->m);
}

/* Solo: what the solver says of the player's view is exact. False: it would take too long. */
static bool think_exact(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    struct solve_limits limits = {.positions = SOLVED_ONE};
    struct solve_answer answer;
    if (t->positions < limits.positions)
        limits.positions = t->positions + 1; /* none would mean no limit */
    solve_smitten_view(t->solver, v, &limits, &answer);
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
    d->n = answer.n;
    memcpy(d->seen, t->choice.seen, (size_t)d->n * sizeof d->seen[0]);
    return true;
}

/* Luz: what each bid was worth, and the tricks behind the best one. */
static void think_bid(struct review_thinker *t, const struct view *v, struct review_decision *d)
{
    struct luz_study study;
    struct bot_limits limits = {.iterations = t->budget * REVIEW_BIDS};
    char text[GAME_TEXT_MAX];
    struct buf b;
    buf_init(&b, text, sizeof text);
    t->game->write_move(d->played, &b);
    if (strncmp(text, "bid ", 4) != 0)
        return;
    if (limits.iterations > STUDY_PLAYOUTS)
        limits.iterations = STUDY_PLAYOUTS;
    luz_study_bid(v, d->seat, &limits, REVIEW_SEED + (uint64_t)d->event, t->study, &study);
    d->bid.known = true;
    d->bid.best = study.best;
    memcpy(d->bid.tricks, study.tricks, sizeof d->bid.tricks);
    memcpy(d->bid.points, study.points, sizeof d->bid.points);
    memcpy(d->bid.met, study.met, sizeof d->bid.met);
}

void review_think(struct review_thinker *t, const struct state *s, struct review_decision *d)
{
    struct view_room room;
    memset(&room, 0, sizeof room);
    t->game->observe(s, d->seat, view_in(&room));
    if (!t->exact || !think_exact(t, view_in(&room), d))
        think_fair(t, view_in(&room), d);
    if (t->study != NULL)
        think_bid(t, view_in(&room), d);
    if (t->together)
        think_open(t, s, d);
    else
        think_hindsight(t, s, d);
}
