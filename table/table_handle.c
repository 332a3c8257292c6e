/* People's requests to a table: see table.h. Each function checks all before it changes anything.
 */
#include <assert.h>
#include <string.h>

#include "table/record.h"
#include "table/table.h"

static const unsigned changes[TABLE_KINDS] = {
    [TABLE_CREATE] = 0,
    [TABLE_SIT] = TABLE_NEW_PEOPLE | TABLE_NEW_DRAW,
    [TABLE_STAND] = TABLE_NEW_PEOPLE | TABLE_NEW_DRAW,
    [TABLE_BOT] = TABLE_NEW_PEOPLE,
    [TABLE_FREE] = TABLE_NEW_PEOPLE | TABLE_NEW_DRAW,
    [TABLE_BEGINS] = TABLE_NEW_PEOPLE,
    [TABLE_START] = TABLE_NEW_PEOPLE | TABLE_NEW_PHASE | TABLE_NEW_GAME | TABLE_NEW_DRAW,
    [TABLE_DEAL] = TABLE_NEW_GAME,
    [TABLE_MOVE] = TABLE_NEW_GAME,
    [TABLE_ASK] = TABLE_NEW_ASK,
    [TABLE_AGREE] = TABLE_NEW_ASK,
    [TABLE_TAKEBACK] = TABLE_NEW_ASK | TABLE_NEW_GAME,
    [TABLE_UNDO] = TABLE_NEW_ASK | TABLE_NEW_GAME | TABLE_NEW_PEOPLE,
    [TABLE_LEAVE] = TABLE_NEW_PEOPLE,
    [TABLE_STANDIN] = TABLE_NEW_PEOPLE,
    [TABLE_BACK] = TABLE_NEW_PEOPLE,
    [TABLE_TALK] = 0,
    [TABLE_END] = TABLE_NEW_PHASE | TABLE_NEW_RESULT,
    [TABLE_REMATCH] = TABLE_NEW_REMATCH,
    [TABLE_SEAL] = TABLE_NEW_DRAW,
    [TABLE_DRAW] = TABLE_NEW_DRAW,
    [TABLE_REVEAL] = TABLE_NEW_DRAW,
    [TABLE_LATE] = TABLE_NEW_PEOPLE | TABLE_NEW_DRAW,
    [TABLE_REMOVE] = TABLE_NEW_PEOPLE | TABLE_NEW_DRAW,
    [TABLE_SILENCE] = 0,
    [TABLE_PAUSE] = TABLE_NEW_PAUSE | TABLE_NEW_GAME,
    [TABLE_RESUME] = TABLE_NEW_PAUSE | TABLE_NEW_GAME,
};

void table_add(struct table *t, const struct table_event *e, const struct moment *now,
               struct table_effects *fx)
{
    assert(fx->n < TABLE_EFFECTS_MAX);
    struct table_event *kept = &fx->event[fx->n++];
    *kept = *e;
    kept->n = t->n;
    kept->at = now->date;
    kept->steady = now->steady;
    if (t->asks != NULL)
        table_copy(kept->key, sizeof kept->key, t->asks);
    t->asks = NULL;
    bool asked = t->ask_seat >= 0;
    t->returned = false;
    bool done = table_apply(t, kept);
    assert(done); /* the request was checked */
    (void)done;
    fx->changed |= changes[e->kind] | (asked && t->ask_seat < 0 ? TABLE_NEW_ASK : 0);
    if (t->returned)
        fx->changed |= TABLE_NEW_PEOPLE;
}

static bool refuse(struct problem *p, const char *id)
{
    problem_add(p, id);
    return false;
}

static bool check_bound(const struct table *t, enum table_kind kind, uint64_t player,
                        struct problem *p)
{
    const char *why = table_refuse_event(t, kind, player);
    return why == NULL || refuse(p, why);
}

void table_create(struct table *t, uint64_t player, const char *name, const struct moment *now,
                  struct table_effects *fx)
{
    struct table_event e = {.kind = TABLE_CREATE, .create = {.player = player}};
    table_copy(e.create.name, sizeof e.create.name, name);
    table_add(t, &e, now, fx);
}

static void add_deal(struct table *t, const struct moment *now, struct table_effects *fx)
{
    struct table_event e = {.kind = TABLE_DEAL};
    struct fair_stream f;
    struct deal d;
    struct buf b;
    fair_start(&f, t->seed, (uint32_t)t->deals + 1);
    t->plan.setup.game->shuffle(table_state(t), &f.rng, &d);
    if (t->deals < t->stacked)
        d = t->deal[t->deals];
    buf_init(&b, e.deal, sizeof e.deal);
    game_write_deal(t->plan.setup.game, &d, &b);
    table_add(t, &e, now, fx);
}

void table_go_on(struct table *t, const struct moment *now, struct table_effects *fx)
{
    while (table_actors(t) == GAME_DEALER)
        add_deal(t, now, fx);
    if (t->phase == TABLE_PLAY && table_actors(t) == 0)
        table_add(t, &(struct table_event){.kind = TABLE_END}, now, fx);
}

static int count_chairs(const struct table *t, enum table_chair_kind kind)
{
    int n = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        n += t->chair[i].kind == kind;
    return n;
}

void table_start(struct table *t, enum table_seats seats, const struct moment *now,
                 struct table_effects *fx)
{
    const struct game *g = t->plan.setup.game;
    struct table_event e = {.kind = TABLE_START, .start = {.begins = TABLE_CHANCE}};
    struct fair_number number[GAME_SEATS_MAX];
    uint8_t seed[FAIR_BYTES];
    for (int i = 0; i < t->plan.setup.seats; i++) {
        number[i] = t->chair[i].number;
        e.start.order[i] = i;
    }
    fair_seed(t->plan.secret, t->id, number, t->plan.setup.seats, seed);
    if (seats == TABLE_SEATS_BY_LOT)
        fair_order(seed, t->plan.setup.seats, e.start.order);
    if (g->begins >= 0)
        e.start.begins = fair_begins(seed, t->plan.setup.seats, e.start.order, t->begins);
    table_add(t, &e, now, fx);
}

static void start_if_full(struct table *t, const struct moment *now, struct table_effects *fx)
{
    if (!t->plan.start_by_host && count_chairs(t, TABLE_CHAIR_FREE) == 0 &&
        count_chairs(t, TABLE_CHAIR_PERSON) > 0)
        table_begin(t, now, fx);
}

static bool is_invited(const struct table *t, uint64_t player)
{
    for (int i = 0; i < t->plan.invited_count; i++)
        if (t->plan.invited[i] == player)
            return true;
    return t->plan.invited_count == 0;
}

static int find_free(const struct table *t)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_FREE)
            return i;
    return -1;
}

/* Whether a bot may sit at a table with people; if not, `p` says why. */
static bool check_coded(const struct bot *bot, struct problem *p)
{
    if (bot == NULL || !bot->coded)
        return true;
    problem_add(p, MSG("table.bot-coded"));
    problem_add_text(p, bot->name);
    return false;
}

/* Whether all bots at the table may sit with a person. */
static bool check_company(const struct table *t, struct problem *p)
{
    for (int i = 0; i < t->plan.setup.seats; i++)
        if (t->chair[i].kind == TABLE_CHAIR_BOT && !check_coded(t->chair[i].bot, p))
            return false;
    return true;
}

/* Whether the level exists and may join the people at the table. */
static bool check_level(const struct table *t, const char *level, struct problem *p)
{
    const struct bot *bot = bots_find(t->plan.setup.game, level);
    if (bot == NULL) {
        problem_add(p, MSG("table.no-such-level"));
        problem_add_text(p, level);
        return false;
    }
    return count_chairs(t, TABLE_CHAIR_PERSON) == 0 || check_coded(bot, p);
}

static bool sit(struct table *t, const struct table_request *r, const struct moment *now,
                struct table_effects *fx, struct problem *p)
{
    int chair = r->chair >= 0 ? r->chair : find_free(t);
    if (t->phase != TABLE_OPEN)
        return refuse(p, MSG("table.begun"));
    if (table_find_chair(t, r->player) >= 0)
        return refuse(p, MSG("table.seated-already"));
    if (!is_invited(t, r->player))
        return refuse(p, MSG("table.reserved"));
    const char *why = table_refuse_person(t, r->player);
    if (why != NULL)
        return refuse(p, why);
    if (chair < 0)
        return refuse(p, MSG("table.full"));
    if (chair >= t->plan.setup.seats || t->chair[chair].kind != TABLE_CHAIR_FREE)
        return refuse(p, MSG("table.chair-taken"));
    if (!check_company(t, p))
        return false;
    if (!check_bound(t, TABLE_SIT, r->player, p))
        return false;
    struct table_event e = {.kind = TABLE_SIT,
                            .sit = {.chair = chair, .number = r->number, .seal = r->seal}};
    e.sit.person.player = r->player;
    table_copy(e.sit.person.name, sizeof e.sit.person.name, r->name);
    table_add(t, &e, now, fx);
    start_if_full(t, now, fx);
    return true;
}

static bool stand(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    int chair = table_find_chair(t, r->player);
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_OPEN)
        return refuse(p, MSG("table.begun"));
    struct table_event e = {.kind = TABLE_STAND, .stand = {.chair = chair, .player = r->player}};
    table_add(t, &e, now, fx);
    return true;
}

static void add_bot(struct table *t, int chair, const char *level, const struct moment *now,
                    struct table_effects *fx)
{
    struct table_event e = {.kind = TABLE_BOT, .bot = {.chair = chair}};
    table_copy(e.bot.level, sizeof e.bot.level, level);
    table_add(t, &e, now, fx);
}

static void add_free(struct table *t, int chair, const struct moment *now, struct table_effects *fx)
{
    struct table_event e = {.kind = TABLE_FREE, .stand = {.chair = chair}};
    e.stand.player = t->chair[chair].player;
    table_add(t, &e, now, fx);
}

/* The host arranges a table that has not begun. */
static bool may_arrange(const struct table *t, const struct table_request *r, struct problem *p)
{
    if (r->player != t->host)
        return refuse(p, MSG("table.not-host"));
    return t->phase == TABLE_OPEN || refuse(p, MSG("table.begun"));
}

static bool is_drawing(const struct table *t, struct problem *p)
{
    return t->drawing && !refuse(p, MSG("table.drawing"));
}

/* Seats a bot on a chair; without a level the chair becomes free. */
static bool put_bot(struct table *t, const struct table_request *r, const struct moment *now,
                    struct table_effects *fx, struct problem *p)
{
    if (!may_arrange(t, r, p))
        return false;
    if (r->chair < 0 || r->chair >= t->plan.setup.seats)
        return refuse(p, MSG("table.chair-none"));
    if (r->level != NULL && is_drawing(t, p))
        return false;
    if (r->level != NULL && t->chair[r->chair].kind == TABLE_CHAIR_PERSON)
        return refuse(p, MSG("table.chair-taken"));
    if (r->level != NULL && !check_level(t, r->level, p))
        return false;
    if (r->level != NULL && !check_bound(t, TABLE_BOT, r->player, p))
        return false;
    if (r->level != NULL)
        add_bot(t, r->chair, r->level, now, fx);
    else if (t->chair[r->chair].kind != TABLE_CHAIR_FREE)
        add_free(t, r->chair, now, fx);
    start_if_full(t, now, fx);
    return true;
}

/* Bots of a level take the free chairs, then the game begins. */
static bool start_now(struct table *t, const struct table_request *r, const struct moment *now,
                      struct table_effects *fx, struct problem *p)
{
    if (!may_arrange(t, r, p) || is_drawing(t, p))
        return false;
    if (find_free(t) >= 0 && r->level == NULL)
        return refuse(p, MSG("table.not-full"));
    if (r->level != NULL && !check_level(t, r->level, p))
        return false;
    /* The first start is never refused for a bound; later ones follow draws that were in vain. */
    if (t->draws > 0 && find_free(t) >= 0 && !check_bound(t, TABLE_BOT, r->player, p))
        return false;
    for (int chair; (chair = find_free(t)) >= 0;)
        add_bot(t, chair, r->level, now, fx);
    table_begin(t, now, fx);
    return true;
}

/* Whether coming back would change anything. */
static bool is_away(const struct table_chair *c)
{
    return (c->standin && !c->returns) || c->left_at != 0;
}

static void come_back(struct table *t, int chair, const struct moment *now,
                      struct table_effects *fx)
{
    if (is_away(&t->chair[chair]))
        table_add(t, &(struct table_event){.kind = TABLE_BACK, .seat = t->chair[chair].seat}, now,
                  fx);
}

bool table_check_move(const struct table *t, uint64_t player, const char *text, struct problem *p)
{
    const struct game *g = t->plan.setup.game;
    int chair = table_find_chair(t, player);
    move m;
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_PLAY)
        return refuse(p, t->phase == TABLE_OPEN ? MSG("table.not-begun") : MSG("table.over"));
    if (table_is_paused(t))
        return refuse(p, MSG("pause.now"));
    const char *why = strlen(text) < GAME_TEXT_MAX ? g->read_move(text, &m) : MSG("move.length");
    if (why == NULL)
        why = g->refuse(table_state(t), t->chair[chair].seat, m);
    /* Rule S3.2 sets no limit of signals, but a journal must not grow without bound. */
    if (why == NULL && (m & MOVE_TALK) != 0) {
        why = table_refuse_event(t, TABLE_MOVE, player);
        if (t->turns.said[t->chair[chair].seat] >= TABLE_SIGNALS_MAX)
            why = MSG("talk.signals-enough");
    }
    return why == NULL || refuse(p, why);
}

/* Whether a move was chosen for an older position, or for one that this table never had. */
static bool is_stale(const struct table *t, const struct table_request *r)
{
    return r->has_seen && t->phase == TABLE_PLAY && (r->seen < t->position || r->seen >= t->n);
}

static bool make_move(struct table *t, const struct table_request *r, const struct moment *now,
                      struct table_effects *fx, struct problem *p)
{
    if (is_stale(t, r))
        return refuse(p, MSG("move.stale"));
    if (!table_check_move(t, r->player, r->text, p))
        return false;
    int chair = table_find_chair(t, r->player);
    come_back(t, chair, now, fx);
    struct table_event e = {.kind = TABLE_MOVE, .move = {.seat = t->chair[chair].seat}};
    e.move.sealed = table_is_sealed(t);
    table_copy(e.move.text, sizeof e.move.text, r->text);
    table_add(t, &e, now, fx);
    table_go_on(t, now, fx);
    return true;
}

static void take_back_if_agreed(struct table *t, const struct table_undo *undo,
                                const struct moment *now, struct table_effects *fx)
{
    struct table_event e = {.kind = undo->practice ? TABLE_UNDO : TABLE_TAKEBACK,
                            .takeback = {.seat = t->ask_seat, .steps = undo->steps}};
    if (t->ask_seat >= 0 && t->ask_waiting == 0)
        table_add(t, &e, now, fx);
}

static bool ask_takeback(struct table *t, const struct table_request *r, const struct moment *now,
                         struct table_effects *fx, struct problem *p)
{
    int seat = table_find_seat(t, r->player);
    if (table_is_paused(t))
        return refuse(p, MSG("pause.now"));
    struct table_undo undo;
    const char *why = table_refuse_takeback(t, r->player, &undo);
    if (why != NULL)
        return refuse(p, why);
    table_add(t, &(struct table_event){.kind = TABLE_ASK, .seat = seat}, now, fx);
    take_back_if_agreed(t, &undo, now, fx);
    return true;
}

static bool agree(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    int seat = table_find_seat(t, r->player);
    if (seat < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->ask_seat < 0 || (t->ask_waiting >> seat & 1) == 0)
        return refuse(p, MSG("takeback.not-asked"));
    if (table_is_paused(t))
        return refuse(p, MSG("pause.now"));
    struct table_event e = {.kind = TABLE_AGREE, .agree = {.seat = seat, .yes = r->yes}};
    table_add(t, &e, now, fx);
    take_back_if_agreed(t, &(struct table_undo){.steps = table_count_takeback(t)}, now, fx);
    return true;
}

static bool leave(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    int chair = table_find_chair(t, r->player);
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_PLAY)
        return refuse(p, t->phase == TABLE_OPEN ? MSG("table.not-begun") : MSG("table.over"));
    if (!t->chair[chair].standin && t->chair[chair].left_at == 0)
        table_add(t, &(struct table_event){.kind = TABLE_LEAVE, .seat = t->chair[chair].seat}, now,
                  fx);
    return true;
}

static bool back(struct table *t, const struct table_request *r, const struct moment *now,
                 struct table_effects *fx, struct problem *p)
{
    int chair = table_find_chair(t, r->player);
    if (chair < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_PLAY || !is_away(&t->chair[chair]))
        return true;
    if (!check_bound(t, TABLE_BACK, r->player, p))
        return false;
    come_back(t, chair, now, fx);
    return true;
}

static bool is_phrase(const char *text)
{
    static const char *const phrases[] = {MSG("phrase.hello"),       MSG("phrase.thanks"),
                                          MSG("phrase.well-played"), MSG("phrase.again"),
                                          MSG("phrase.sorry"),       MSG("phrase.thinking"),
                                          MSG("phrase.bye"),         MSG("phrase.good-luck")};
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strcmp(strchr(phrases[i], '.') + 1, text) == 0)
            return true;
    return false;
}

/* Rule S3.2: a game with signals permits no other talk during play. */
static bool talk(struct table *t, const struct table_request *r, const struct moment *now,
                 struct table_effects *fx, struct problem *p)
{
    if (t->phase == TABLE_PLAY && t->plan.setup.game->signal != NULL)
        return refuse(p, MSG("talk.signals-only"));
    if (r->phrase && !is_phrase(r->text))
        return refuse(p, MSG("talk.phrase"));
    const char *why = table_refuse_talk(t, r->player);
    if (why != NULL)
        return refuse(p, why);
    if (!check_bound(t, TABLE_TALK, r->player, p))
        return false;
    struct table_event e = {.kind = TABLE_TALK, .talk = {.phrase = r->phrase}};
    e.talk.person.player = r->player;
    table_copy(e.talk.person.name, sizeof e.talk.person.name, r->name);
    table_copy(e.talk.text, sizeof e.talk.text, r->text);
    table_add(t, &e, now, fx);
    return true;
}

static bool rematch(struct table *t, const struct table_request *r, const struct moment *now,
                    struct table_effects *fx, struct problem *p)
{
    if (table_find_chair(t, r->player) < 0)
        return refuse(p, MSG("table.not-seated"));
    if (t->phase != TABLE_OVER)
        return refuse(p, MSG("table.not-over"));
    struct table_event e = {.kind = TABLE_REMATCH};
    table_copy(e.rematch, sizeof e.rematch, r->text);
    table_add(t, &e, now, fx);
    return true;
}

static bool name_begins(struct table *t, const struct table_request *r, const struct moment *now,
                        struct table_effects *fx, struct problem *p)
{
    if (!may_arrange(t, r, p) || is_drawing(t, p))
        return false;
    const char *why = table_refuse_begins(&t->plan, r->chair);
    if (why != NULL)
        return refuse(p, why);
    if (r->chair == t->begins)
        return true;
    if (!check_bound(t, TABLE_BEGINS, r->player, p))
        return false;
    table_add(t, &(struct table_event){.kind = TABLE_BEGINS, .begins = r->chair}, now, fx);
    return true;
}

bool table_handle(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p)
{
    static bool (*const handlers[])(struct table *, const struct table_request *,
                                    const struct moment *, struct table_effects *,
                                    struct problem *) = {
        [TABLE_ASK_SIT] = sit,
        [TABLE_ASK_STAND] = stand,
        [TABLE_ASK_BOT] = put_bot,
        [TABLE_ASK_START] = start_now,
        [TABLE_ASK_MOVE] = make_move,
        [TABLE_ASK_TAKEBACK] = ask_takeback,
        [TABLE_ASK_AGREE] = agree,
        [TABLE_ASK_LEAVE] = leave,
        [TABLE_ASK_BACK] = back,
        [TABLE_ASK_TALK] = talk,
        [TABLE_ASK_REMATCH] = rematch,
        [TABLE_ASK_BEGINS] = name_begins,
        [TABLE_ASK_SEAL] = table_seal,
        [TABLE_ASK_REVEAL] = table_reveal,
        [TABLE_ASK_REMOVE] = table_remove,
        [TABLE_ASK_SILENCE] = table_silence,
        [TABLE_ASK_PAUSE] = table_pause,
    };
    if (table_find_key(t, r->player, r->key) >= 0)
        return true;
    if (table_is_late(t, r->player, r->key))
        return refuse(p, MSG("request.late"));
    t->asks = r->key;
    bool good = handlers[r->kind](t, r, now, fx, p);
    t->asks = NULL;
    return good;
}
