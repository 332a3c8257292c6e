/* The daily deal: see daily.h. */
#include "table/daily.h"

#include <string.h>

#include "table/bot_memory.h"

void daily_make(const struct game *g, int day, struct daily *out)
{
    int order[GAME_SEATS_MAX];
    *out = (struct daily){.mark = {.day = day, .version = DAILY_VERSION}};
    struct setup *s = &out->setup;
    *s = (struct setup){.game = g, .rules = g->rules};
    s->seats = g->cooperative ? g->seats_min : g->seats_usual;
    game_preset_options(g, s->opt);
    day_seed(g->name, &out->mark, out->seed);
    for (int i = 0; i < s->seats; i++) {
        order[i] = i;
        out->bot[i] = i == DAILY_SEAT ? NULL : bots_usual(g);
    }
    if (g->begins >= 0)
        s->opt[g->begins] = fair_begins(out->seed, s->seats, order, TABLE_CHANCE);
}

/* ---- Its table ---- */

void daily_plan(const struct daily *d, struct table_plan *plan)
{
    *plan = (struct table_plan){.setup = d->setup, .begins = TABLE_CHANCE};
    memcpy(plan->secret, d->seed, FAIR_BYTES);
}

int daily_count_events(const struct daily *d)
{
    return 2 + d->setup.seats;
}

static void read_chair(const struct daily *d, const struct table_person *person, int chair,
                       struct table_event *e)
{
    if (d->bot[chair] == NULL) {
        e->kind = TABLE_SIT;
        e->sit.chair = chair;
        e->sit.person = *person;
        return;
    }
    e->kind = TABLE_BOT;
    e->bot.chair = chair;
    table_copy(e->bot.level, sizeof e->bot.level, d->bot[chair]->name);
}

void daily_read_event(const struct daily *d, const struct table_person *person, int i,
                      struct table_event *e)
{
    const struct setup *s = &d->setup;
    memset(e, 0, sizeof *e);
    e->n = i;
    if (i == 0) {
        e->kind = TABLE_CREATE;
        e->create = *person;
    } else if (i <= s->seats) {
        read_chair(d, person, i - 1, e);
    } else {
        e->kind = TABLE_START;
        e->start.begins = s->game->begins >= 0 ? s->opt[s->game->begins] : TABLE_CHANCE;
        e->start.daily = d->mark;
        for (int seat = 0; seat < s->seats; seat++)
            e->start.order[seat] = seat;
    }
}

/* ---- A game of it, event by event ---- */

struct game_run {
    const struct daily *daily;
    struct state_room now, round; /* the last state without an open secret choice */
    int steps, from;              /* so far, and before that state */
    int deals, next;              /* the seat to ask next */
    struct turns turns;
    const atomic_bool *stop;
    struct bot_memory memory[GAME_SEATS_MAX + 1];
};

static void start(struct game_run *x, const struct daily *d, const atomic_bool *stop)
{
    memset(x, 0, sizeof *x);
    x->daily = d;
    x->stop = stop;
    setup_init(&d->setup, state_in(&x->now));
    x->round = x->now;
}

static void end(struct game_run *x)
{
    for (int i = 0; i <= GAME_SEATS_MAX; i++)
        bot_memory_free(x->memory[i].bytes);
}

static const struct game *game_of(const struct game_run *x)
{
    return x->daily->setup.game;
}

static uint32_t actors_of(struct game_run *x)
{
    return game_of(x)->actors(state_in(&x->now));
}

/* The deal that is due. */
static void draw(struct game_run *x, struct deal *out)
{
    struct fair_stream f;
    fair_start(&f, x->daily->seed, (uint32_t)x->deals + 1);
    game_of(x)->shuffle(state_in(&x->now), &f.rng, out);
}

static void note_step(struct game_run *x, bool sealed, uint32_t before, int seat)
{
    x->steps++;
    if (turns_leave_open(sealed, before, seat, actors_of(x)))
        return;
    x->from = x->steps;
    x->round = x->now;
}

/* Carries out a deal; false: the game refuses it. */
static bool deal(struct game_run *x, const struct deal *d)
{
    int at;
    if (game_of(x)->deal(state_in(&x->now), d, &at) != NULL)
        return false;
    x->deals++;
    turns_start(&x->turns);
    note_step(x, false, 0, RECORD_DEAL);
    return true;
}

/* Carries out a legal move. */
static void move_on(struct game_run *x, int seat, move m)
{
    bool sealed = game_is_sealed(game_of(x), state_in(&x->now));
    uint32_t before = actors_of(x);
    game_of(x)->apply(state_in(&x->now), seat, m);
    turns_note(&x->turns, seat, m);
    x->next = (m & MOVE_TALK) != 0 ? seat + 1 : 0;
    note_step(x, sealed, before, seat);
}

/* The bot's answer; the same as with the question of table_ask_daily. */
static move ask(struct game_run *x, const struct bot *bot, int seat, bool must)
{
    struct view_room view;
    struct bot_choice choice = {.m = MOVE_NONE};
    struct bot_limits limits = {.must = must, .stop = x->stop};
    memset(&view, 0, sizeof view);
    game_of(x)->observe(state_in(&x->round), seat, view_in(&view));
    struct bot_question q = {.game = game_of(x),
                             .view = view_in(&view),
                             .seat = seat,
                             .limits = &limits,
                             .seed = day_bot_seed(x->daily->seed, x->from, seat),
                             .scratch = bot_memory_find(x->memory, GAME_SEATS_MAX + 1, bot)};
    bot->choose(bot, &q, &choice);
    return choice.m;
}

/* ---- Our bots at the person's seat ---- */

void daily_list_levels(const struct game *g, const struct bot *out[DAILY_LEVELS_MAX])
{
    static const char *const names[] = {"easy", "medium", "hard"};
    int n = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct bot *bot = bots_find(g, names[i]);
        if (bot != NULL)
            out[n++] = bot;
    }
    if (n == 0)
        out[n++] = bots_usual(g);
    out[n] = NULL;
}

/* The next move: actors are asked in turn until one does not wait. */
static void choose(struct game_run *x, const struct bot *own)
{
    uint32_t actors = actors_of(x);
    for (;;) {
        int seat = turns_find_next(actors, x->next);
        bool must = turns_must(&x->turns, game_of(x), actors);
        const struct bot *bot = x->daily->bot[seat];
        move m = ask(x, bot != NULL ? bot : own, seat, must);
        if (turns_take(&x->turns, seat, must, m)) {
            move_on(x, seat, m);
            return;
        }
        turns_wait(&x->turns, seat);
        x->next = seat + 1;
    }
}

static void read_result(struct game_run *x, struct daily_result *out)
{
    struct result *r = &out->result;
    game_of(x)->result(state_in(&x->now), r);
    out->won = (r->winners >> DAILY_SEAT & 1) != 0;
    out->place = 1;
    for (int i = 0; i < r->seats && !out->won; i++)
        out->place += (r->winners >> i & 1) != 0 || r->score[i] > r->score[DAILY_SEAT];
}

void daily_play(const struct daily *d, const struct bot *own, struct daily_result *out)
{
    struct game_run x;
    struct deal next;
    start(&x, d, NULL);
    while (actors_of(&x) != 0) {
        if (actors_of(&x) != GAME_DEALER) {
            choose(&x, own);
            continue;
        }
        draw(&x, &next);
        deal(&x, &next);
    }
    read_result(&x, out);
    end(&x);
}

/* ---- Verifying ---- */

bool daily_find(const struct record *r, struct daily *out)
{
    struct day_mark mark;
    if (!day_read_mark(json_object_get(r->root, "daily"), &mark) || mark.day == 0)
        return false;
    daily_make(r->setup.game, mark.day, out);
    out->mark.version = mark.version;
    return true;
}

static bool is_practice(const struct record *r)
{
    return json_is_true(json_object_get(r->root, "practice")) ||
           json_object_get(r->root, "fork") != NULL;
}

/* Whether the record has the deal's set-up; options that the deal settles are not compared. */
static bool has_setup(const struct record *r, const struct setup *s)
{
    bool same = r->setup.seats == s->seats && r->setup.rules == s->rules;
    for (int i = 0; s->game->options[i].name != NULL; i++)
        same = same && (s->opt[i] == GAME_OPTION_OPEN || s->opt[i] == r->setup.opt[i]);
    return same;
}

/* NULL, or why the record cannot be of that deal whatever its events are. */
static const char *refuse_head(const struct record *r, const struct daily *d)
{
    if (d->mark.version != DAILY_VERSION)
        return MSG("daily.version");
    if (is_practice(r))
        return MSG("daily.practice");
    if (!has_setup(r, &d->setup))
        return MSG("daily.setup");
    return r->result == NULL ? MSG("daily.unfinished") : NULL;
}

static bool check_deal(struct game_run *x, const struct deal *given, struct problem *p)
{
    struct deal own;
    draw(x, &own);
    if (given->n == own.n && memcmp(given->card, own.card, (size_t)own.n) == 0 && deal(x, given))
        return true;
    problem_start(p, x->steps);
    problem_add(p, MSG("daily.deal"));
    return false;
}

/* A bot that may wait is asked both ways: nobody knows any more how long others waited for it. */
static bool check_bot(struct game_run *x, int seat, move m)
{
    const struct bot *bot = x->daily->bot[seat];
    bool open = turns_are_open(game_of(x), actors_of(x));
    return bot == NULL || m == ask(x, bot, seat, true) || (open && m == ask(x, bot, seat, false));
}

static bool check_move(struct game_run *x, int seat, const char *text, struct problem *p)
{
    move m;
    const char *why = game_of(x)->read_move(text, &m);
    if (why == NULL)
        why = game_of(x)->refuse(state_in(&x->now), seat, m);
    if (why == NULL && check_bot(x, seat, m)) {
        move_on(x, seat, m);
        return true;
    }
    problem_start(p, x->steps);
    if (x->stop != NULL && atomic_load(x->stop))
        return false;
    problem_add(p, why != NULL ? why : MSG("daily.bot"));
    if (why == NULL) {
        problem_add_int(p, seat);
        problem_add_text(p, text);
    }
    return false;
}

static bool check_events(struct game_run *x, const struct record *r, struct problem *p)
{
    bool good = true;
    for (int i = 0; i < r->events_count && good; i++) {
        struct record_event e;
        struct deal d;
        int at;
        good = record_read_event(r, i, &e, p);
        if (good && e.seat == RECORD_DEAL)
            good = game_read_deal(game_of(x), e.text, &d, &at) == NULL && check_deal(x, &d, p);
        else if (good)
            good = check_move(x, e.seat, e.text, p);
    }
    return good;
}

bool daily_check(const struct record *r, const atomic_bool *stop, struct daily_result *out,
                 struct problem *p)
{
    struct daily d;
    struct game_run x;
    struct state_room last;
    problem_start(p, -1);
    const char *why = daily_find(r, &d) ? refuse_head(r, &d) : MSG("daily.none");
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    if (!record_replay(r, NULL, NULL, state_in(&last), p))
        return false;
    start(&x, &d, stop);
    bool good = check_events(&x, r, p);
    if (good)
        read_result(&x, out);
    end(&x);
    return good && (stop == NULL || !atomic_load(stop));
}

/* The next of the moves: its seat, and its text, which is copied; false: it is malformed. */
static bool read_part(const char **at, int *seat, char text[GAME_TEXT_MAX])
{
    const char *from = *at;
    size_t len = strcspn(from, ",");
    bool good = len > 2 && from[0] >= '0' && from[0] < '0' + GAME_SEATS_MAX && from[1] == ' ' &&
                len - 2 < GAME_TEXT_MAX;
    if (good) {
        *seat = from[0] - '0';
        memcpy(text, from + 2, len - 2);
        text[len - 2] = '\0';
    }
    *at = from + len + (from[len] == ',');
    return good;
}

static void deal_due(struct game_run *x)
{
    struct deal next;
    while (actors_of(x) == GAME_DEALER) {
        draw(x, &next);
        deal(x, &next);
    }
}

static bool check_parts(struct game_run *x, const char *moves, struct problem *p)
{
    char text[GAME_TEXT_MAX];
    int seat;
    deal_due(x);
    while (*moves != '\0') {
        if (!read_part(&moves, &seat, text)) {
            problem_start(p, x->steps);
            problem_add(p, MSG("daily.moves"));
            return false;
        }
        if (!check_move(x, seat, text, p))
            return false;
        deal_due(x);
    }
    problem_start(p, x->steps);
    if (actors_of(x) != 0)
        problem_add(p, MSG("daily.unfinished"));
    return actors_of(x) == 0;
}

bool daily_check_moves(const struct daily *d, const char *moves, const atomic_bool *stop,
                       struct daily_result *out, struct problem *p)
{
    struct game_run x;
    start(&x, d, stop);
    bool good = check_parts(&x, moves, p);
    if (good)
        read_result(&x, out);
    end(&x);
    return good && (stop == NULL || !atomic_load(stop));
}

/* ---- As JSON ---- */

void daily_write(const struct daily *d, struct buf *b)
{
    char date[DAY_DATE_MAX];
    const struct setup *s = &d->setup;
    day_write(d->mark.day, date);
    buf_put_char(b, '{');
    buf_put_key_text(b, "game", s->game->name);
    buf_put_key_text(b, "date", date);
    buf_put_key_int(b, "version", d->mark.version);
    buf_put_key_int(b, "seats", s->seats);
    buf_put_key_int(b, "seat", DAILY_SEAT);
    buf_put_key(b, "options");
    game_write_options(s->game, s->opt, b);
    buf_put_key(b, "bots");
    buf_put_char(b, '[');
    for (int i = 0; i < s->seats; i++) {
        if (d->bot[i] == NULL)
            continue;
        buf_put_comma(b);
        buf_put_json(b, d->bot[i]->name);
    }
    buf_put(b, "]}");
}

void daily_write_result(const struct daily_result *r, struct buf *b)
{
    buf_put_char(b, '{');
    buf_put_key_int(b, "score", r->result.score[DAILY_SEAT]);
    buf_put_key_int(b, "place", r->place);
    buf_put_key_bool(b, "won", r->won);
    buf_put_char(b, '}');
}
