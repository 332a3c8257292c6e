/* libparlor over the engine: see parlor.h. */
#include "lib/parlor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/turns.h"
#include "games/list.h"
#include "lib/internal.h"

/* Separates the random numbers of actions from those of deals. */
#define ACTIONS_MARK UINT64_C(0x6c62272e07bb0142)

struct parlor {
    const struct game *game;
    const struct lib_encoder *encoder; /* NULL: actions are places in the list of legal moves, and
                                          features the bytes of the view */
    struct lib_actions *actions;       /* shared by clones, counted */
    int seats, features;
    int opt[GAME_OPTIONS_MAX];
    struct rng deals;
    struct turns turns;
    struct state_room state;
};

struct parlor_batch {
    int n;
    struct place {
        struct parlor *game;
        struct rng chance; /* for actions */
        uint64_t next;     /* the seed of the next game */
    } place[];
};

static struct state *truth(const struct parlor *p)
{
    return state_in((struct state_room *)&p->state);
}

/* ---- The games ---- */

int parlor_api(void)
{
    return PARLOR_API;
}

const char *parlor_release(void)
{
    return PARLOR_VERSION;
}

int parlor_games(void)
{
    int n = 0;
    while (games_list[n] != NULL)
        n++;
    return n;
}

const char *parlor_game(int i)
{
    return i >= 0 && i < parlor_games() ? games_list[i]->name : NULL;
}

int parlor_seats_min(const char *game)
{
    const struct game *g = games_find(game);
    return g != NULL ? g->seats_min : 0;
}

int parlor_seats_max(const char *game)
{
    const struct game *g = games_find(game);
    return g != NULL ? g->seats_max : 0;
}

int parlor_cooperative(const char *game)
{
    const struct game *g = games_find(game);
    return g != NULL && g->cooperative;
}

/* ---- Creating games ---- */

/* One NAME=VALUE of `len` bytes. */
static const char *read_option(const struct game *g, const char *text, size_t len, int *opt)
{
    char copy[128];
    if (len >= sizeof copy)
        return MSG("option.value");
    memcpy(copy, text, len);
    copy[len] = '\0';
    char *equals = strchr(copy, '=');
    if (equals == NULL)
        return MSG("option.value");
    *equals = '\0';
    int at = game_find_option(g, copy);
    return at < 0 ? MSG("option.value") : game_read_option(&g->options[at], equals + 1, &opt[at]);
}

static const char *read_options(const struct game *g, const char *text, int *opt)
{
    game_preset_options(g, opt);
    for (const char *p = text != NULL ? text : ""; *p != '\0';) {
        size_t len = strcspn(p, " ");
        const char *why = len > 0 ? read_option(g, p, len, opt) : NULL;
        if (why != NULL)
            return why;
        p += len;
        p += strspn(p, " ");
    }
    return NULL;
}

static struct parlor *take_game(const struct game *g, int seats, const int *opt)
{
    const struct lib_encoder *encoder = lib_find_encoder(g);
    struct parlor *p = calloc(1, sizeof *p);
    struct lib_actions *actions = calloc(1, sizeof *actions);
    if (p == NULL || actions == NULL) {
        free(actions);
        free(p);
        return NULL;
    }
    p->game = g;
    p->seats = seats;
    p->encoder = encoder;
    p->features = encoder != NULL ? encoder->count(seats) : (int)g->view_size;
    memcpy(p->opt, opt, sizeof p->opt);
    p->actions = actions;
    actions->n = 1 + GAME_MOVES_MAX;
    if (encoder != NULL)
        lib_list_actions(g, encoder, seats, actions);
    actions->users = 1;
    parlor_reset(p, 0);
    return p;
}

struct parlor *parlor_new(const char *game, int seats, const char *options, const char **why)
{
    const struct game *g = games_find(game);
    int opt[GAME_OPTIONS_MAX] = {0};
    const char *wrong = g == NULL ? "cli.no-game" : read_options(g, options, opt);
    if (wrong == NULL && (seats < g->seats_min || seats > g->seats_max))
        wrong = MSG("check.seats");
    if (wrong == NULL)
        wrong = g->check(seats, opt);
    struct parlor *p = wrong == NULL ? take_game(g, seats, opt) : NULL;
    if (why != NULL)
        *why = p == NULL && wrong == NULL ? "memory" : wrong;
    return p;
}

void parlor_free(struct parlor *p)
{
    if (p == NULL)
        return;
    if (__atomic_sub_fetch(&p->actions->users, 1, __ATOMIC_ACQ_REL) == 0)
        free(p->actions);
    free(p);
}

struct parlor *parlor_clone(const struct parlor *p)
{
    struct parlor *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return NULL;
    memcpy(copy, p, sizeof *copy);
    __atomic_add_fetch(&copy->actions->users, 1, __ATOMIC_ACQ_REL);
    return copy;
}

void parlor_copy(struct parlor *to, const struct parlor *from)
{
    if (to == from || to->game != from->game || to->seats != from->seats)
        return;
    memcpy(to->opt, from->opt, sizeof to->opt);
    to->deals = from->deals;
    to->turns = from->turns;
    memcpy(&to->state, &from->state, to->game->state_size);
}

/* Carries out all deals that are due. */
static void deal(struct parlor *p)
{
    struct deal d;
    int at;
    while (p->game->actors(truth(p)) == GAME_DEALER) {
        p->game->shuffle(truth(p), &p->deals, &d);
        const char *why = p->game->deal(truth(p), &d, &at);
        assert(why == NULL);
        (void)why;
    }
}

void parlor_reset(struct parlor *p, uint64_t seed)
{
    rng_seed(&p->deals, seed);
    turns_start(&p->turns);
    memset(&p->state, 0, sizeof p->state);
    p->game->init(truth(p), p->seats, p->opt);
    deal(p);
}

void parlor_imagine(struct parlor *to, const struct parlor *from, int seat, uint64_t seed)
{
    struct view_room room;
    struct rng r;
    from->game->observe(truth(from), seat, view_in(&room));
    parlor_copy(to, from);
    if (to->game != from->game || to->seats != from->seats)
        return;
    rng_seed(&r, seed);
    to->game->determinize(view_in(&room), &r, truth(to));
    rng_seed(&to->deals, rng_next(&r));
    deal(to);
}

/* ---- Playing ---- */

int parlor_seats(const struct parlor *p)
{
    return p->seats;
}

uint32_t parlor_actors(const struct parlor *p)
{
    return p->game->actors(truth(p));
}

/* The actors that can move and have not passed. */
static uint32_t list_ready(const struct parlor *p)
{
    uint32_t actors = parlor_actors(p) & ~p->turns.waited;
    if ((actors & (actors - 1)) == 0 && p->turns.waited == 0)
        return actors; /* a single actor always has a move */
    return turns_list_movers(p->game, truth(p), actors);
}

int parlor_turn(const struct parlor *p)
{
    uint32_t ready = list_ready(p);
    return ready != 0 ? __builtin_ctz(ready) : -1;
}

int parlor_actions(const struct parlor *p)
{
    return p->actions->n;
}

/* The number of a move of the seat; -1: none. */
static int find_number(const struct parlor *p, int seat, move m)
{
    move moves[GAME_MOVES_MAX];
    if (p->encoder != NULL)
        return lib_find_action(p->actions, m);
    int i = seat >= 0 ? p->game->legal(truth(p), seat, moves) : 0;
    while (i > 0 && moves[i - 1] != m)
        i--;
    return i > 0 ? i : -1;
}

/* The move of the seat that an action other than the pass stands for; MOVE_NONE: none now. */
static move find_move(const struct parlor *p, int seat, int action)
{
    move moves[GAME_MOVES_MAX];
    if (p->encoder != NULL)
        return p->actions->by_number[action];
    int n = seat >= 0 ? p->game->legal(truth(p), seat, moves) : 0;
    return action <= n ? moves[action - 1] : MOVE_NONE;
}

/* Whether the seat may pass. */
static int may_pass(const struct parlor *p, int seat)
{
    uint32_t actors = parlor_actors(p), bit = UINT32_C(1) << seat;
    if ((actors & bit) == 0 || !turns_are_open(p->game, actors))
        return 0;
    uint32_t movers = turns_list_movers(p->game, truth(p), actors);
    return turns_may_wait(&p->turns, p->game, movers | bit, seat);
}

int parlor_legal(const struct parlor *p, int seat, int *action)
{
    uint8_t mask[PARLOR_ACTIONS_MAX];
    int n = 0;
    parlor_mask(p, seat, mask);
    for (int i = 0; i < p->actions->n; i++)
        if (mask[i])
            action[n++] = i;
    return n;
}

void parlor_mask(const struct parlor *p, int seat, uint8_t *mask)
{
    move moves[GAME_MOVES_MAX];
    memset(mask, 0, (size_t)p->actions->n);
    if (seat < 0 || seat >= p->seats || (parlor_actors(p) >> seat & 1) == 0)
        return;
    int n = p->game->legal(truth(p), seat, moves);
    for (int i = 0; i < n; i++) {
        int number = p->encoder != NULL ? lib_find_action(p->actions, moves[i]) : i + 1;
        assert(number > 0);
        mask[number] = 1;
    }
    mask[0] = (uint8_t)may_pass(p, seat);
}

/* Makes a legal move. */
static void make(struct parlor *p, int seat, move m)
{
    p->game->apply(truth(p), seat, m);
    turns_note(&p->turns, seat, m);
    deal(p);
}

static const char *act(struct parlor *p, int seat, move m)
{
    const char *why = p->game->refuse(truth(p), seat, m);
    if (why == NULL)
        make(p, seat, m);
    return why;
}

const char *parlor_apply(struct parlor *p, int seat, int action)
{
    if (action < 0 || action >= p->actions->n)
        return MSG("move.not-now");
    if (seat < 0 || seat >= p->seats)
        return MSG("move.no-such-seat");
    move m = action > 0 ? find_move(p, seat, action) : MOVE_NONE;
    if (m != MOVE_NONE)
        return act(p, seat, m);
    if (action > 0 || !may_pass(p, seat))
        return MSG("move.not-now");
    turns_wait(&p->turns, seat);
    return NULL;
}

const char *parlor_apply_text(struct parlor *p, int seat, const char *text)
{
    move m;
    if (strcmp(text, "pass") == 0)
        return parlor_apply(p, seat, 0);
    const char *why = p->game->read_move(text, &m);
    return why != NULL ? why : act(p, seat, m);
}

void parlor_action_text(const struct parlor *p, int action, char *text)
{
    struct buf b;
    buf_init(&b, text, PARLOR_TEXT_MAX);
    if (action == 0)
        buf_put(&b, "pass");
    if (action <= 0 || action >= p->actions->n)
        return;
    move m = find_move(p, parlor_turn(p), action);
    if (m != MOVE_NONE)
        p->game->write_move(m, &b);
}

int parlor_action_number(const struct parlor *p, const char *text)
{
    move m;
    if (strcmp(text, "pass") == 0)
        return 0;
    return p->game->read_move(text, &m) == NULL ? find_number(p, parlor_turn(p), m) : -1;
}

/* ---- Views and results ---- */

static int is_seat(const struct parlor *p, int seat)
{
    return seat >= PARLOR_SPECTATOR && seat < p->seats;
}

size_t parlor_view(const struct parlor *p, int seat, char *json, size_t size)
{
    struct view_room room;
    struct buf b;
    if (size == 0 || !is_seat(p, seat))
        return 0;
    p->game->observe(truth(p), seat, view_in(&room));
    buf_init(&b, json, size);
    p->game->write_view(view_in(&room), &b);
    return b.full ? 0 : b.len;
}

int parlor_features(const struct parlor *p)
{
    return p->features;
}

void parlor_observe(const struct parlor *p, int seat, float *out)
{
    struct view_room room;
    struct lib_writer w = {out};
    if (!is_seat(p, seat))
        return;
    memset(out, 0, (size_t)p->features * sizeof out[0]);
    p->game->observe(truth(p), seat, view_in(&room));
    if (p->encoder != NULL)
        p->encoder->write(view_in(&room), &w);
    else
        for (size_t i = 0; i < p->game->view_size; i++)
            lib_put(&w, (float)room.bytes[i] / UINT8_MAX);
    assert(w.at == out + p->features);
}

void parlor_scores(const struct parlor *p, int *score)
{
    struct result r;
    p->game->result(truth(p), &r);
    memcpy(score, r.score, (size_t)p->seats * sizeof score[0]);
}

uint32_t parlor_winners(const struct parlor *p)
{
    struct result r;
    if (parlor_actors(p) != 0)
        return 0;
    p->game->result(truth(p), &r);
    return r.winners;
}

size_t parlor_result(const struct parlor *p, char *json, size_t size)
{
    struct buf b;
    if (size == 0)
        return 0;
    buf_init(&b, json, size);
    game_write_result(p->game, truth(p), &b);
    return b.full ? 0 : b.len;
}

uint64_t parlor_hash(const struct parlor *p)
{
    uint64_t hash = game_hash_bytes(truth(p), p->game->state_size);
    return hash ^ p->turns.waited * UINT64_C(0x9e3779b97f4a7c15);
}

/* ---- Many games ---- */

static void restart(struct place *at, int number)
{
    struct rng r;
    rng_seed_pair(&r, at->next++, (uint64_t)number);
    parlor_reset(at->game, rng_next(&r));
}

struct parlor_batch *parlor_batch_new(const char *game, int seats, const char *options, int count,
                                      uint64_t seed, const char **why)
{
    struct parlor *first = count > 0 ? parlor_new(game, seats, options, why) : NULL;
    struct parlor_batch *b = NULL;
    if (first != NULL)
        b = calloc(1, sizeof *b + (size_t)count * sizeof b->place[0]);
    if (b == NULL) {
        parlor_free(first);
        return NULL;
    }
    b->n = count;
    for (int i = 0; i < count; i++) {
        struct place *at = &b->place[i];
        at->game = i == 0 ? first : parlor_clone(first);
        if (at->game == NULL) {
            parlor_batch_free(b);
            return NULL;
        }
        at->next = seed;
        rng_seed_pair(&at->chance, seed ^ ACTIONS_MARK, (uint64_t)i);
        restart(at, i);
    }
    return b;
}

void parlor_batch_free(struct parlor_batch *b)
{
    for (int i = 0; b != NULL && i < b->n; i++)
        parlor_free(b->place[i].game);
    free(b);
}

const struct parlor *parlor_batch_game(const struct parlor_batch *b, int i)
{
    return i >= 0 && i < b->n ? b->place[i].game : NULL;
}

static void act_by_chance(struct parlor *p, int seat, struct rng *r)
{
    move moves[GAME_MOVES_MAX];
    int n = p->game->legal(truth(p), seat, moves);
    int pass = p->game->actors(truth(p)) != UINT32_C(1) << seat && may_pass(p, seat);
    uint32_t i = rng_below(r, (uint32_t)(n + pass));
    if (i == (uint32_t)n)
        turns_wait(&p->turns, seat);
    else
        make(p, seat, moves[i]);
}

int parlor_batch_step(struct parlor_batch *b, const int32_t *action)
{
    int over = 0;
    for (int i = 0; i < b->n; i++) {
        struct parlor *p = b->place[i].game;
        int seat = parlor_turn(p);
        if (seat < 0)
            restart(&b->place[i], i);
        else if (action == NULL || action[i] < 0 || parlor_apply(p, seat, action[i]) != NULL)
            act_by_chance(p, seat, &b->place[i].chance);
        over += parlor_actors(p) == 0;
    }
    return over;
}

/* The points and the shares of the win of one game. */
static void look_at_result(const struct parlor *p, int32_t *score, float *win)
{
    int points[PARLOR_SEATS_MAX];
    uint32_t winners = parlor_winners(p);
    parlor_scores(p, points);
    for (int k = 0; k < p->seats; k++) {
        if (score != NULL)
            score[k] = points[k];
        if (win != NULL)
            win[k] = winners >> k & 1 ? 1.0F / (float)__builtin_popcount(winners) : 0;
    }
}

void parlor_batch_look(const struct parlor_batch *b, int32_t *turn, float *features, uint8_t *mask,
                       int32_t *score, float *win)
{
    for (int i = 0; i < b->n; i++) {
        const struct parlor *p = b->place[i].game;
        size_t at = (size_t)i;
        int seat = parlor_turn(p);
        if (turn != NULL)
            turn[i] = seat;
        if (features != NULL && seat >= 0)
            parlor_observe(p, seat, features + at * (size_t)p->features);
        else if (features != NULL)
            memset(features + at * (size_t)p->features, 0,
                   (size_t)p->features * sizeof features[0]);
        if (mask != NULL)
            parlor_mask(p, seat, mask + at * (size_t)p->actions->n);
        if (score != NULL || win != NULL)
            look_at_result(p, score != NULL ? score + at * (size_t)p->seats : NULL,
                           win != NULL ? win + at * (size_t)p->seats : NULL);
    }
}
