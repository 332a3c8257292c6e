/* The set-up of a game: see setup.h. */
#include "table/setup.h"

#include <string.h>

#include "games/list.h"

static void put_in_list(struct buf *b, const char *text)
{
    if (b->len > 0)
        buf_put(b, ", ");
    buf_put(b, text);
}

static void add_list(struct problem *p, const char *id, const struct buf *list)
{
    problem_add(p, id);
    problem_add_text(p, list->text);
}

bool setup_find_game(struct setup *s, const char *name, struct problem *p)
{
    *s = (struct setup){.game = games_find(name)};
    if (s->game != NULL) {
        s->rules = s->game->rules;
        s->seats = s->game->seats_usual;
        game_preset_options(s->game, s->opt);
        return true;
    }
    char memory[PROBLEM_ARG_MAX];
    struct buf list;
    buf_init(&list, memory, sizeof memory);
    for (int i = 0; games_list[i] != NULL; i++)
        if (!games_list[i]->sample)
            put_in_list(&list, games_list[i]->name);
    problem_add(p, MSG("setup.no-such-game"));
    problem_add_text(p, name);
    add_list(p, MSG("setup.games"), &list);
    return false;
}

static void add_no_such_option(const struct game *g, const char *name, struct problem *p)
{
    char memory[PROBLEM_ARG_MAX];
    struct buf list;
    buf_init(&list, memory, sizeof memory);
    for (int i = 0; g->options[i].name != NULL; i++)
        put_in_list(&list, g->options[i].name);
    problem_add(p, MSG("setup.no-such-option"));
    problem_add_text(p, g->name);
    problem_add_text(p, name);
    add_list(p, MSG("setup.options"), &list);
}

/* Lists the legal values. */
static void add_values(const struct game_option *o, struct problem *p)
{
    char memory[PROBLEM_ARG_MAX];
    struct buf list;
    buf_init(&list, memory, sizeof memory);
    if (o->values == NULL)
        buf_put(&list, o->letters);
    for (int i = 0; o->values != NULL && o->values[i] != NULL; i++)
        put_in_list(&list, o->values[i]);
    add_list(p, o->values == NULL ? MSG("setup.letters") : MSG("setup.values"), &list);
}

bool setup_set_option(struct setup *s, const char *name, const char *text, struct problem *p)
{
    int i = game_find_option(s->game, name);
    if (i < 0) {
        add_no_such_option(s->game, name, p);
        return false;
    }
    const char *why = game_read_option(&s->game->options[i], text, &s->opt[i]);
    if (why == NULL)
        return true;
    problem_add(p, MSG("setup.bad-option"));
    problem_add_text(p, name);
    problem_add_text(p, text);
    problem_add(p, why);
    add_values(&s->game->options[i], p);
    return false;
}

static bool check_rules(const struct setup *s, struct problem *p)
{
    if (s->rules >= 1 && s->rules <= s->game->rules)
        return true;
    problem_add(p, MSG("setup.rules"));
    problem_add_text(p, s->game->name);
    problem_add_int(p, s->rules);
    problem_add_int(p, s->game->rules);
    return false;
}

bool setup_check(const struct setup *s, struct problem *p)
{
    if (!check_rules(s, p))
        return false;
    const char *why = s->game->check(s->seats, s->opt);
    if (why == NULL)
        return true;
    problem_add(p, MSG("setup.refused"));
    problem_add_text(p, s->game->name);
    problem_add_int(p, s->seats);
    problem_add(p, why);
    if (s->seats >= s->game->seats_min && s->seats <= s->game->seats_max)
        return false;
    problem_add(p, MSG("setup.seats"));
    problem_add_text(p, s->game->name);
    problem_add_int(p, s->game->seats_min);
    problem_add_int(p, s->game->seats_max);
    return false;
}

void setup_init(const struct setup *s, struct state *state)
{
    s->game->init(state, s->seats, s->opt);
    if (s->rules != s->game->rules && s->game->use_rules != NULL)
        s->game->use_rules(state, s->rules);
}
