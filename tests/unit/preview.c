/*
 * Previews of winds at tables of Photograph: a preview shows the player's own entry of the view
 * after the move, and nothing else.
 */
#include <string.h>

#include "table/preview.h"
#include "tests/tap.h"

static struct table_effects fx;
static struct problem problem;

static bool ask(struct table *t, struct table_request r)
{
    fx.n = 0;
    fx.changed = 0;
    problem_start(&problem, -1);
    r.name = "Somebody";
    return table_handle(t, &r, &(struct moment){1000, 1000}, &fx, &problem);
}

static struct table *make(int seats)
{
    struct table_plan plan = {.begins = TABLE_CHANCE};
    problem_start(&problem, -1);
    setup_find_game(&plan.setup, "photograph", &problem);
    plan.setup.seats = seats;
    memset(plan.secret, seats, sizeof plan.secret);
    struct table *t = table_new("abcdefghij234567", &plan);
    fx.n = 0;
    table_create(t, 1, "One", &(struct moment){1000, 1000}, &fx);
    for (uint64_t i = 1; i <= (uint64_t)seats; i++)
        ask(t, (struct table_request){.kind = TABLE_ASK_SIT, .player = i, .chair = -1});
    return t;
}

static uint64_t player_of(const struct table *t, int seat)
{
    return t->chair[t->seat[seat].chair].player;
}

static bool preview(const struct table *t, int seat, const char *text, char *out)
{
    struct buf b;
    buf_init(&b, out, GAME_JSON_MAX);
    problem_start(&problem, -1);
    return preview_write_own(t, player_of(t, seat), text, &b, &problem);
}

/* Any legal move of the first actor, as text; returns its seat. */
static int choose(const struct table *t, struct rng *r, char *text)
{
    const struct game *g = t->plan.setup.game;
    move moves[GAME_MOVES_MAX];
    struct buf b;
    int seat = __builtin_ctz(table_actors(t));
    int n = g->legal(table_state(t), seat, moves);
    buf_init(&b, text, GAME_TEXT_MAX);
    g->write_move(moves[rng_below(r, (uint32_t)n)], &b);
    return seat;
}

/* Whether the seat's view now equals its preview. */
static bool sees(const struct table *t, int seat, const char *told)
{
    static char memory[GAME_JSON_MAX];
    struct view_room view;
    struct buf b;
    memset(&view, 0, sizeof view);
    t->plan.setup.game->observe(table_state(t), seat, view_in(&view));
    buf_init(&b, memory, sizeof memory);
    t->plan.setup.game->write_view(view_in(&view), &b);
    return strstr(memory, told) != NULL;
}

/* One player's entry, whole and alone. */
static bool is_entry(const char *text)
{
    const char *hand = strstr(text, "\"hand\"");
    return strncmp(text, "{\"hand\":[", 9) == 0 && strstr(hand + 1, "\"hand\"") == NULL &&
           strstr(text, "\"field\"") == NULL && text[strlen(text) - 1] == '}';
}

static void test_game(int seats)
{
    static char told[GAME_SEATS_MAX][GAME_JSON_MAX];
    struct table *t = make(seats);
    struct rng r;
    char text[GAME_TEXT_MAX];
    bool right = true, alone = true, kept = true;
    int winds = 0, sealed = 0;
    rng_seed(&r, (uint64_t)seats);
    while (t->phase == TABLE_PLAY) {
        int seat = choose(t, &r, text);
        bool wind = strncmp(text, "wind", 4) == 0;
        uint32_t before = table_actors(t);
        struct state_room state = t->state;
        bool shown = preview(t, seat, text, told[seat]);
        kept = kept && memcmp(&state, &t->state, sizeof state) == 0;
        right = right && shown == wind;
        alone = alone && (!shown || is_entry(told[seat]));
        winds += wind;
        sealed += wind && (before & (before - 1)) != 0;
        ask(t, (struct table_request){
                   .kind = TABLE_ASK_MOVE, .player = player_of(t, seat), .text = text});
        if (!wind || (table_actors(t) & before & ~(UINT32_C(1) << seat)) != 0)
            continue; /* nothing is carried out yet */
        bool all = t->phase == TABLE_OVER || sealed > 0;
        for (int i = all ? 0 : seat; right && i <= (all ? seats - 1 : seat); i++)
            right = sees(t, i, told[i]);
        sealed = 0;
    }
    tap_ok(right && winds > 20, "%d seats: each of %d winds matches its preview", seats, winds);
    tap_ok(alone, "%d seats: previews show nothing else", seats);
    tap_ok(kept, "%d seats: previews change nothing", seats);
    table_free(t);
}

static void test_refusals(void)
{
    static char out[GAME_JSON_MAX];
    struct table *t = make(2);
    struct buf b;
    int seat = __builtin_ctz(table_actors(t));
    tap_ok(!preview(t, seat, "take 1L2", out) &&
               strcmp(problem.part[0].id, "table.no-preview") == 0 && out[0] == '\0',
           "a take reveals cards and has no preview");
    tap_ok(!preview(t, seat, "wind 1>2", out) &&
               strcmp(problem.part[0].id, "photograph.take-first") == 0,
           "an illegal move has no preview but a reason");
    buf_init(&b, out, sizeof out);
    problem_start(&problem, -1);
    tap_ok(!preview_write_own(t, 9, "wind 1>2", &b, &problem) &&
               strcmp(problem.part[0].id, "table.not-seated") == 0,
           "spectators have no previews");
    table_free(t);
}

int main(void)
{
    fair_init();
    for (int seats = 2; seats <= 4; seats++)
        test_game(seats);
    test_refusals();
    return tap_done();
}
