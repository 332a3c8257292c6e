/* Statistics over games: see figures.h. */
#include "table/figures.h"

#include <string.h>

#include "solve/known.h"
#include "table/fork.h"

/* ---- reading rows ---- */

static bool has_seat(const json_t *seats, int seat)
{
    for (size_t i = 0; i < json_array_size(seats); i++)
        if (json_integer_value(json_array_get(seats, i)) == seat)
            return true;
    return false;
}

static void copy(char *out, size_t cap, const char *text)
{
    struct buf b;
    buf_init(&b, out, cap);
    buf_put(&b, text);
}

/* Who played against the seat. */
static void find_level(const json_t *row, int seat, char level[FIGURES_LEVEL_MAX])
{
    const json_t *names = json_object_get(row, "names");
    level[0] = '\0';
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if ((int)i == seat || name == NULL)
            continue;
        if (strncmp(name, "bot:", 4) != 0) {
            copy(level, FIGURES_LEVEL_MAX, "people");
            return;
        }
        if (level[0] == '\0')
            copy(level, FIGURES_LEVEL_MAX, name + 4);
        else if (strncmp(level, name + 4, FIGURES_LEVEL_MAX - 1) != 0)
            copy(level, FIGURES_LEVEL_MAX, "mixed");
    }
}

static bool read_setup(const json_t *row, struct setup *setup)
{
    struct problem p;
    const char *game = json_string_value(json_object_get(row, "game"));
    problem_start(&p, -1);
    if (game == NULL || !setup_find_game(setup, game, &p))
        return false;
    json_int_t seats = json_integer_value(json_object_get(row, "seats"));
    if (seats < setup->game->seats_min || seats > setup->game->seats_max)
        return false;
    setup->seats = (int)seats;
    const char *name;
    json_t *value;
    json_object_foreach(json_object_get(row, "options"), name, value)
    {
        const char *text = json_string_value(value);
        if (text == NULL || !setup_set_option(setup, name, text, &p))
            return false;
    }
    return true;
}

/* ---- adding ---- */

static struct figures_group *find_group(struct figures *f, const struct setup *setup,
                                        const char *level)
{
    for (int i = 0; i < f->n; i++) {
        struct figures_group *g = &f->group[i];
        if (g->game == setup->game && g->seats == setup->seats && strcmp(g->level, level) == 0)
            return g;
    }
    if (f->n == FIGURES_GROUPS_MAX)
        return NULL;
    struct figures_group *g = &f->group[f->n++];
    *g = (struct figures_group){.game = setup->game, .seats = setup->seats};
    copy(g->level, sizeof g->level, level);
    return g;
}

/* Winners come first; others share a place if they have the same points. */
static void add_points(struct figures_group *g, const json_t *scores, const json_t *winners,
                       int seat, bool won)
{
    int ahead = 0;
    json_int_t own = json_integer_value(json_array_get(scores, (size_t)seat));
    for (int i = 0; i < g->seats && !won; i++)
        ahead +=
            has_seat(winners, i) || json_integer_value(json_array_get(scores, (size_t)i)) > own;
    g->scored++;
    g->points += (long)own;
    g->place[ahead]++;
}

static void add_fact(struct figures_group *g, const char *id, const json_t *pair)
{
    int i = 0;
    while (i < g->facts && strncmp(g->fact[i].id, id, FIGURES_FACT_MAX - 1) != 0)
        i++;
    if (i == GAME_FACTS_MAX || json_array_size(pair) != 2)
        return;
    if (i == g->facts) {
        g->fact[g->facts++] = (struct figures_fact){.games = 0};
        copy(g->fact[i].id, FIGURES_FACT_MAX, id);
    }
    g->fact[i].games++;
    g->fact[i].n += (long)json_integer_value(json_array_get(pair, 0));
    g->fact[i].of += (long)json_integer_value(json_array_get(pair, 1));
}

static void add_facts(struct figures_group *g, json_t *facts, int seat)
{
    const char *id;
    json_t *list;
    json_object_foreach(facts, id, list)
    {
        add_fact(g, id, json_array_get(list, (size_t)seat));
    }
}

bool figures_add(struct figures *f, const json_t *row, int seat)
{
    struct setup setup;
    char level[FIGURES_LEVEL_MAX];
    const json_t *result = json_object_get(row, "result");
    const json_t *winners = json_object_get(result, "winners");
    const json_t *scores = json_object_get(result, "scores");
    struct figures_group *g = NULL;
    if (json_is_array(winners) && !json_is_true(json_object_get(row, "practice")) &&
        json_object_get(row, "fork") == NULL && read_setup(row, &setup) && seat >= 0 &&
        seat < setup.seats) {
        find_level(row, seat, level);
        g = find_group(f, &setup, level);
    }
    if (g == NULL) {
        f->left_out++;
        return false;
    }
    bool won = has_seat(winners, seat);
    f->games++;
    g->games++;
    g->won += won;
    g->shared += won && !g->game->cooperative && json_array_size(winners) > 1;
    g->streak = won ? g->streak + 1 : 0;
    g->longest = g->streak > g->longest ? g->streak : g->longest;
    if (json_is_array(scores))
        add_points(g, scores, winners, seat, won);
    double value = solve_known(setup.game, setup.seats, setup.opt);
    if (value >= 0) {
        g->valued++;
        g->valued_won += won;
        g->expected += value;
    }
    add_facts(g, json_object_get(row, "facts"), seat);
    return true;
}

/* ---- output ---- */

/* With four decimal places, without the code that prints doubles. */
static void put_value(struct buf *b, const char *name, double x)
{
    enum { PLACES = 10000 };
    long n = (long)(x * PLACES + 0.5);
    buf_put_key_int(b, name, n / PLACES);
    buf_put_char(b, '.');
    for (long place = PLACES / 10; place > 0; place /= 10)
        buf_put_char(b, (char)('0' + n / place % 10));
}

static void put_facts(const struct figures_group *g, struct buf *b)
{
    buf_put_key(b, "facts");
    buf_put_char(b, '{');
    for (int i = 0; i < g->facts; i++) {
        const struct figures_fact *fact = &g->fact[i];
        buf_put_comma(b);
        buf_put_json(b, fact->id);
        buf_put(b, ":{");
        buf_put_key_int(b, "games", fact->games);
        buf_put_key_int(b, "n", fact->n);
        buf_put_key_int(b, "of", fact->of);
        buf_put_char(b, '}');
    }
    buf_put_char(b, '}');
}

static void put_group(const struct figures_group *g, struct buf *b)
{
    buf_put_char(b, '{');
    buf_put_key_text(b, "game", g->game->name);
    buf_put_key_int(b, "seats", g->seats);
    buf_put_key_text(b, "level", g->level);
    buf_put_key_int(b, "games", g->games);
    buf_put_key_int(b, "won", g->won);
    buf_put_key_int(b, "shared", g->shared);
    buf_put_key_int(b, "streak", g->streak);
    buf_put_key_int(b, "longest", g->longest);
    if (g->scored > 0) {
        buf_put_key_int(b, "scored", g->scored);
        buf_put_key_int(b, "points", g->points);
        buf_put_key(b, "places");
        buf_put_char(b, '[');
        for (int i = 0; i < g->seats; i++) {
            buf_put_comma(b);
            buf_put_int(b, g->place[i]);
        }
        buf_put_char(b, ']');
    }
    if (g->valued > 0) {
        buf_put_key_int(b, "valued", g->valued);
        buf_put_key_int(b, "valued_won", g->valued_won);
        put_value(b, "expected", g->expected);
    }
    put_facts(g, b);
    buf_put_char(b, '}');
}

void figures_write(const struct figures *f, struct strbuf *out)
{
    enum { ROOM = 2048 };
    struct buf head = strbuf_room(out, ROOM);
    buf_put(&head, "{\"games\":");
    buf_put_int(&head, f->games);
    buf_put_key_int(&head, "left_out", f->left_out);
    buf_put(&head, ",\"groups\":[");
    strbuf_take(out, &head);
    for (int i = 0; i < f->n; i++) {
        struct buf b = strbuf_room(out, ROOM);
        buf_put(&b, i > 0 ? "," : "");
        put_group(&f->group[i], &b);
        strbuf_take(out, &b);
    }
    strbuf_put(out, "]}");
}

/* ---- rows ---- */

enum { NAME_ROOM = 256 };

/* The names of the record; null where it has none, or one that no table has. */
static void put_names(const struct record *r, struct buf *b)
{
    const json_t *names = json_object_get(r->root, "names");
    buf_put_key(b, "names");
    buf_put_char(b, '[');
    for (int i = 0; i < r->setup.seats; i++) {
        const char *name = json_string_value(json_array_get(names, (size_t)i));
        buf_put_comma(b);
        if (name != NULL && strlen(name) < NAME_ROOM)
            buf_put_json(b, name);
        else
            buf_put(b, "null");
    }
    buf_put_char(b, ']');
}

static bool is_id(const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t len = text != NULL ? strlen(text) : 0;
    return len > 0 && len < TABLE_ID_MAX && strspn(text, letters) == len;
}

void figures_write_row(const struct record *r, const struct state *s, struct strbuf *out)
{
    char of[TABLE_FORK_OF];
    int opt[GAME_OPTIONS_MAX];
    const struct game *g = r->setup.game;
    const char *id = json_string_value(json_object_get(r->root, "table"));
    const json_t *fork = json_object_get(r->root, "fork");
    struct day_mark daily;
    struct buf b = strbuf_room(out, 2 * GAME_JSON_MAX);
    fork_name(r, of);
    buf_put(&b, "{\"table\":");
    buf_put_json(&b, is_id(id) ? id : of);
    buf_put_key_text(&b, "game", g->name);
    buf_put_key_int(&b, "seats", r->setup.seats);
    g->options_of(s, opt);
    buf_put_key(&b, "options");
    game_write_options(g, opt, &b);
    buf_put_key_int(&b, "taken", r->setup.seats);
    buf_put(&b, ",\"clock\":{\"kind\":\"none\"},\"host\":null,\"phase\":\"over\"");
    buf_put_key_int(&b, "ended", json_integer_value(json_object_get(r->root, "ended")));
    buf_put_key(&b, "result");
    game_write_result(g, s, &b);
    if (json_is_true(json_object_get(r->root, "practice")) || json_is_object(fork))
        buf_put_key_bool(&b, "practice", true);
    if (day_read_mark(json_object_get(r->root, "daily"), &daily))
        day_write_mark(&daily, &b);
    put_names(r, &b);
    game_write_facts(g, s, r->setup.seats, &b);
    buf_put_char(&b, '}');
    strbuf_take(out, &b);
}
