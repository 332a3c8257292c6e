/* What a face of the terminal knows, and the turn in words: see scene.h. */
#include "tui/scene.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGS_MAX = 8 };

void scene_init(struct scene *c, enum words_language language)
{
    memset(c, 0, sizeof *c);
    c->language = language;
    c->chosen = -1;
}

void scene_clear(struct scene *c)
{
    json_decref(c->view);
    json_decref(c->preview);
    json_decref(c->held);
    c->view = c->preview = c->held = NULL;
}

bool scene_is_bare(const struct scene *c)
{
    return strcmp(scene_text(c->view, "phase"), "deal") == 0 && scene_int(c->view, "deal") < 1;
}

const json_t *scene_passing(const struct scene *c)
{
    bool open = c->held != NULL || json_array_size(json_object_get(c->view, "trick")) == 0;
    const json_t *shots = json_object_get(c->held != NULL ? c->held : c->view, "shots");
    const json_t *last = json_object_get(c->held != NULL ? c->held : c->view, "last");
    if (json_array_size(shots) > 0)
        return shots;
    return open && json_is_object(last) ? last : NULL;
}

const char *scene_word(const struct scene *c, const char *id)
{
    return words_get(c->language, id);
}

const char *scene_colon(const struct scene *c)
{
    return scene_word(c, MSG("tui.colon"));
}

void scene_put(const struct scene *c, struct buf *b, const char *id, ...)
{
    const char *args[ARGS_MAX];
    int n = 0;
    va_list list;
    va_start(list, id);
    for (const char *arg; n < ARGS_MAX && (arg = va_arg(list, const char *)) != NULL; n++)
        args[n] = arg;
    va_end(list);
    words_format(b, words_get(c->language, id), args, n);
}

/* ---- Looking ---- */

static void name_seats(struct scene *c, const struct session *s)
{
    for (int i = 0; i < c->seats; i++) {
        struct buf b;
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        buf_init(&b, c->name[i], sizeof c->name[i]);
        if (s->bot[i].bot != NULL)
            scene_put(c, &b, MSG("tui.name-bot"), number, s->bot[i].bot->name, NULL);
        else if (c->people == 1)
            scene_put(c, &b, MSG("tui.name-you"), NULL);
        else
            scene_put(c, &b, MSG("tui.name-player"), number, NULL);
    }
}

static json_t *parse(const char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    return root != NULL ? root : json_object();
}

bool scene_acts(const struct scene *c, int seat)
{
    const json_t *actors = json_object_get(c->view, "actors");
    size_t i;
    json_t *actor;
    json_array_foreach(actors, i, actor) if (json_integer_value(actor) == seat) return true;
    return false;
}

bool scene_read(const char *text, const char *form, int *n, char *letter)
{
    for (; *form != '\0'; form++) {
        char *end;
        if (*text == '\0')
            return false;
        if (*form == '?') {
            *letter = *text++;
        } else if (*form != '#') {
            if (*text++ != *form)
                return false;
        } else {
            long number = strtol(text, &end, 10);
            if (end == text || number < INT_MIN || number > INT_MAX)
                return false;
            *n++ = (int)number;
            text = end;
        }
    }
    return true;
}

/* Numbers by their size, so that slot 10 comes after slot 9. */
static int compare_text(const void *a, const void *b)
{
    const char *p = a, *q = b;
    for (; *p != '\0' && *q != '\0'; p++, q++) {
        if (*p >= '0' && *p <= '9' && *q >= '0' && *q <= '9') {
            int m = 0, n = 0;
            scene_read(p, "#", &m, NULL);
            scene_read(q, "#", &n, NULL);
            if (m != n)
                return m - n;
        } else if (*p != *q) {
            break;
        }
    }
    return (unsigned char)*p - (unsigned char)*q;
}

void scene_look(struct scene *c, const struct session *s, int seat)
{
    char memory[GAME_JSON_MAX], before[GAME_TEXT_MAX] = "";
    struct buf b;
    if (c->chosen >= 0 && c->chosen < c->n)
        memcpy(before, c->legal[c->chosen], sizeof before);
    scene_clear(c);
    c->game = s->setup.game;
    c->seats = s->setup.seats;
    uint32_t people = session_people(s);
    c->people = __builtin_popcount(people);
    c->bots = ((UINT32_C(1) << c->seats) - 1) & ~people;
    c->seat = seat;
    name_seats(c, s);
    buf_init(&b, memory, sizeof memory);
    session_write_view(s, seat, &b);
    c->view = parse(b.text);
    struct session_next next;
    session_next(s, &next);
    c->may = seat >= 0 && !c->watching && (next.people >> seat & 1);
    c->talk = seat >= 0 && !c->watching && (people >> seat & 1) && session_may_talk(s, seat);
    c->n = 0;
    c->winners = next.what == SESSION_OVER ? session_winners(s) : 0;
    if (c->may) {
        c->n = session_legal(s, seat, c->legal);
        qsort(c->legal, (size_t)c->n, GAME_TEXT_MAX, compare_text);
    }
    int keep = scene_find(c, before);
    scene_choose(c, s, keep >= 0 ? keep : c->n > 0 ? 0 : -1);
}

/* ---- Looking at a server's table ---- */

/* A person by name, with what is odd about it; a bot by its level. */
static void name_chair(struct scene *c, int seat, const json_t *chair, bool mine)
{
    const char *level = scene_text(chair, "bot");
    char number[16];
    struct buf b;
    snprintf(number, sizeof number, "%d", seat + 1);
    buf_init(&b, c->name[seat], sizeof c->name[seat]);
    if (level[0] != '\0')
        scene_put(c, &b, MSG("tui.name-bot"), number, level, NULL);
    else if (mine)
        scene_put(c, &b, MSG("tui.name-you"), NULL);
    else
        buf_put(&b, scene_text(chair, "name"));
    if (json_is_true(json_object_get(chair, "standin")))
        scene_put(c, &b, MSG("tui.name-standin"), NULL);
    else if (level[0] == '\0' && !mine && !json_is_true(json_object_get(chair, "here")))
        scene_put(c, &b, MSG("tui.name-away"), NULL);
}

static void name_far_seats(struct scene *c, const struct remote *r)
{
    size_t i;
    json_t *chair;
    memset(c->name, 0, sizeof c->name);
    c->bots = 0;
    c->people = 1; /* at this keyboard */
    json_array_foreach(json_object_get(r->table, "people"), i, chair)
    {
        int seat = scene_int(chair, "seat");
        if (seat < 0 || seat >= c->seats)
            continue;
        name_chair(c, seat, chair, seat == c->seat);
        if (scene_text(chair, "bot")[0] != '\0')
            c->bots |= UINT32_C(1) << seat;
    }
}

static void take_legal(struct scene *c, const json_t *list)
{
    c->n = 0;
    for (size_t i = 0; i < json_array_size(list) && c->n < GAME_MOVES_MAX; i++) {
        const char *text = scene_item(list, i);
        if (strlen(text) < GAME_TEXT_MAX)
            snprintf(c->legal[c->n++], GAME_TEXT_MAX, "%s", text);
    }
    qsort(c->legal, (size_t)c->n, GAME_TEXT_MAX, compare_text);
}

void scene_look_far(struct scene *c, const struct remote *r)
{
    char before[GAME_TEXT_MAX] = "";
    size_t i;
    json_t *winner;
    if (c->chosen >= 0 && c->chosen < c->n)
        memcpy(before, c->legal[c->chosen], sizeof before);
    scene_clear(c);
    c->game = r->game;
    c->seats = remote_seats(r);
    c->seat = remote_seat(r);
    json_t *view = json_object_get(r->table, "view");
    c->view = json_is_object(view) ? json_incref(view) : json_object();
    name_far_seats(c, r);
    c->may = strcmp(remote_phase(r), "play") == 0 && c->seat >= 0 && scene_acts(c, c->seat);
    /* Rule S3.2: from the deal to the end, whoever has to move. */
    c->talk = strcmp(remote_phase(r), "play") == 0 && c->seat >= 0 && c->game->signal != NULL &&
              c->seats > 1 && strcmp(scene_text(c->view, "phase"), "deal") != 0;
    c->winners = 0;
    const json_t *winners = json_object_get(json_object_get(r->table, "result"), "winners");
    json_array_foreach(winners, i, winner)
    {
        if (json_integer_value(winner) >= 0 && json_integer_value(winner) < c->seats)
            c->winners |= UINT32_C(1) << json_integer_value(winner);
    }
    take_legal(c, c->may ? json_object_get(r->table, "legal") : NULL);
    int keep = scene_find(c, before);
    scene_choose(c, NULL, keep >= 0 ? keep : c->n > 0 ? 0 : -1);
}

void scene_choose(struct scene *c, const struct session *s, int i)
{
    char memory[GAME_JSON_MAX];
    struct buf b;
    json_decref(c->preview);
    c->preview = NULL;
    c->chosen = i;
    if (i < 0 || s == NULL)
        return;
    buf_init(&b, memory, sizeof memory);
    session_preview(s, c->seat, c->legal[i], &b);
    c->preview = b.len > 0 ? parse(b.text) : NULL;
}

int scene_find(const struct scene *c, const char *text)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->legal[i], text) == 0)
            return i;
    return -1;
}

int scene_int(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}

const char *scene_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "";
}

const char *scene_item(const json_t *list, size_t i)
{
    const char *text = json_string_value(json_array_get(list, i));
    return text != NULL ? text : "";
}

const char *scene_name(const struct scene *c, int seat)
{
    return seat >= 0 && seat < c->seats ? c->name[seat] : "?";
}

const char *scene_colour(const struct scene *c, char letter)
{
    static const char *const ids[] = {MSG("colour.B"), MSG("colour.R"), MSG("colour.Y"),
                                      MSG("colour.G"), MSG("colour.N"), MSG("colour.S"),
                                      MSG("colour.V")};
    static const char letters[] = "BRYGNSV";
    const char *at = letter != '\0' ? strchr(letters, letter) : NULL;
    return at != NULL ? scene_word(c, ids[at - letters]) : "?";
}

struct mark {
    char letter;
    const char *id;
};
static const struct mark photograph_marks[] = {
    {'B', MSG("mark.ph-B")}, {'R', MSG("mark.ph-R")},
    {'Y', MSG("mark.ph-Y")}, {'G', MSG("mark.ph-G")},
    {'N', MSG("mark.ph-N")}, {'S', MSG("mark.ph-S")},
    {'V', MSG("mark.ph-V")}, {0, NULL},
};
static const struct mark luz_marks[] = {
    {'R', MSG("mark.lz-R")}, {'Y', MSG("mark.lz-Y")}, {'G', MSG("mark.lz-G")},
    {'B', MSG("mark.lz-B")}, {'V', MSG("mark.lz-V")}, {0, NULL},
};

/* The marks of the game's colours, closed by a row without an id. */
static const struct mark *marks_of(const struct scene *c)
{
    static const struct mark none[] = {{0, NULL}};
    if (c->game != NULL && strcmp(c->game->name, "photograph") == 0)
        return photograph_marks;
    return c->game != NULL && strcmp(c->game->name, "luz") == 0 ? luz_marks : none;
}

const char *scene_mark(const struct scene *c, char letter)
{
    for (const struct mark *m = marks_of(c); m->id != NULL; m++)
        if (m->letter == letter)
            return scene_word(c, m->id);
    return "?";
}

const char *scene_card(const struct scene *c, const char *card, char out[SCENE_CARD_MAX])
{
    const char *mark = scene_mark(c, card[0]);
    size_t rest = card[0] != '\0' ? strspn(card + 1, "0123456789+-") : 0;
    if (mark[0] == '?' || card[1 + rest] != '\0' || strlen(mark) + rest >= SCENE_CARD_MAX)
        return card;
    snprintf(out, SCENE_CARD_MAX, "%s%s", mark, card + 1);
    return out;
}

void scene_put_card(const struct scene *c, const char *card, struct buf *b)
{
    char text[SCENE_CARD_MAX];
    buf_put(b, scene_card(c, card, text));
}

void scene_put_marks(const struct scene *c, struct buf *b)
{
    for (const struct mark *m = marks_of(c); m->id != NULL; m++) {
        buf_put(b, m > marks_of(c) ? ", " : "");
        buf_put(b, scene_word(c, m->id));
        buf_put_char(b, ' ');
        buf_put(b, scene_colour(c, m->letter));
    }
}

int scene_width(const char *text)
{
    int n = 0;
    for (; *text != '\0'; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- The turn in words ---- */

static void put_actors(const struct scene *c, struct buf *b)
{
    for (int i = 0, n = 0; i < c->seats; i++) {
        if (!scene_acts(c, i))
            continue;
        buf_put(b, n++ > 0 ? ", " : "");
        buf_put(b, c->name[i]);
    }
}

static void turn_photograph(const struct scene *c, const char *who, struct buf *b)
{
    const char *phase = scene_text(c->view, "phase");
    char count[16];
    snprintf(count, sizeof count, "%d", scene_int(c->view, "count"));
    if (strcmp(phase, "take") == 0)
        scene_put(c, b, MSG("turn.take"), who, NULL);
    else if (strcmp(phase, "wind") == 0)
        scene_put(c, b, MSG("turn.wind"), who, count, NULL);
    else if (strcmp(phase, "sunset") == 0)
        scene_put(c, b, MSG("turn.sunset"), who, NULL);
    else
        scene_put(c, b, MSG("turn.end"), who, NULL);
}

static void turn_luz(const struct scene *c, const char *who, struct buf *b)
{
    const json_t *trick = json_object_get(c->view, "trick");
    const char *led = scene_text(json_array_get(trick, 0), "card");
    if (strcmp(scene_text(c->view, "phase"), "bid") == 0)
        scene_put(c, b, MSG("turn.bid"), who, NULL);
    else if (led[0] == '\0')
        scene_put(c, b, MSG("turn.lead"), who, NULL);
    else
        scene_put(c, b, MSG("turn.follow"), who, scene_colour(c, led[0]), NULL);
}

/* What an instruction asks for. */
static const char *asked(const struct scene *c, const json_t *pending)
{
    static const char *const rows[][4] = {
        {"must", "reveal", MSG("carry.reveal")}, {"must", "play", MSG("carry.play")},
        {"must", "place-top", MSG("carry.top")}, {"only", "new", MSG("carry.new")},
        {"only", "above", MSG("carry.above")},   {"only", "below", MSG("carry.below")},
        {"where", "same", MSG("carry.same")},    {"where", "other", MSG("carry.other")},
        {"where", "near", MSG("carry.near")},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(scene_text(pending, rows[i][0]), rows[i][1]) == 0)
            return scene_word(c, rows[i][2]);
    if (scene_int(pending, "kept") > 0)
        return scene_word(c, MSG("carry.another"));
    return scene_word(c, MSG("carry.either"));
}

static const char *square_word(const struct scene *c, const char *square)
{
    return scene_word(c, square[0] == 'L' ? MSG("square.left") : MSG("square.right"));
}

static void turn_smitten(const struct scene *c, const char *who, struct buf *b)
{
    const json_t *pending = json_object_get(c->view, "pending");
    const char *phase = scene_text(c->view, "phase");
    char card[16];
    if (strcmp(phase, "carry") == 0) {
        snprintf(card, sizeof card, "%d", scene_int(pending, "card"));
        scene_put(c, b, MSG("turn.carry"), who, card, square_word(c, scene_text(pending, "square")),
                  asked(c, pending), NULL);
    } else if (strcmp(phase, "flipped") == 0) {
        snprintf(card, sizeof card, "%d", scene_int(json_object_get(c->view, "flipped"), "card"));
        scene_put(c, b, MSG("turn.flipped"), who, card, NULL);
    } else if (c->seats == 1) {
        scene_put(c, b, MSG("turn.solo"), who, NULL);
    } else {
        scene_put(c, b, MSG("turn.talk"), who, NULL);
    }
}

bool scene_tell_said(const struct scene *c, int seat, struct buf *b)
{
    const char *said = scene_text(json_object_get(c->view, "said"), seat == 0 ? "0" : "1");
    char text[2 * GAME_TEXT_MAX];
    if (said[0] == '\0')
        return false;
    snprintf(text, sizeof text, "say %.*s", GAME_TEXT_MAX, said);
    scene_tell_move(c, -1, text, b);
    return true;
}

void scene_tell_moment(const struct scene *c, int seat, struct buf *b)
{
    char number[16];
    int move = 0;
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(c->view, "signals"), i, one)
    {
        if (scene_int(one, "seat") == seat && scene_int(one, "turn") == scene_int(c->view, "turn"))
            move = scene_int(one, "move");
    }
    snprintf(number, sizeof number, "%d", move);
    scene_put(c, b, move > 0 ? MSG("said.within") : MSG("said.start"), number, NULL);
}

void scene_tell_turn(const struct scene *c, struct buf *b)
{
    char memory[SCENE_LINE_MAX];
    struct buf who;
    buf_init(&who, memory, sizeof memory);
    put_actors(c, &who);
    const char *phase = scene_text(c->view, "phase");
    if (strcmp(phase, "over") == 0)
        scene_tell_end(c, b);
    else if (strcmp(phase, "deal") == 0)
        scene_put(c, b, MSG("turn.deal"), NULL);
    else if (strcmp(c->game->name, "photograph") == 0)
        turn_photograph(c, who.text, b);
    else if (strcmp(c->game->name, "luz") == 0)
        turn_luz(c, who.text, b);
    else if (strcmp(c->game->name, "smitten") == 0)
        turn_smitten(c, who.text, b);
    else
        scene_put(c, b, MSG("turn.any"), NULL);
}

/* ---- The end ---- */

static void end_smitten(const struct scene *c, struct buf *b)
{
    static const char *const reasons[][2] = {
        {"no-card-fits", MSG("lost.no-card-fits")}, {"deck-empty", MSG("lost.deck-empty")},
        {"top-fits-nowhere", MSG("lost.top")},      {"flipped-fits-nowhere", MSG("lost.flipped")},
        {"instruction", MSG("lost.instruction")},
    };
    char placed[16];
    snprintf(placed, sizeof placed, "%d", scene_int(c->view, "placed"));
    if (json_is_true(json_object_get(c->view, "won"))) {
        scene_put(c, b, MSG("end.won"), NULL);
        return;
    }
    const char *why = "";
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (strcmp(scene_text(c->view, "lost"), reasons[i][0]) == 0)
            why = scene_word(c, reasons[i][1]);
    scene_put(c, b, MSG("end.lost"), placed, why, NULL);
}

static int score_of(const struct scene *c, int seat)
{
    const json_t *players = json_object_get(c->view, "players");
    if (players != NULL)
        return (int)json_integer_value(
            json_object_get(json_array_get(players, (size_t)seat), "score"));
    return (int)json_integer_value(
        json_array_get(json_object_get(c->view, "scores"), (size_t)seat));
}

void scene_tell_end(const struct scene *c, struct buf *b)
{
    char memory[SCENE_LINE_MAX], winners[SCENE_LINE_MAX];
    struct buf list, best;
    if (strcmp(scene_text(c->view, "phase"), "over") != 0)
        return;
    if (strcmp(c->game->name, "smitten") == 0) {
        end_smitten(c, b);
        return;
    }
    buf_init(&list, memory, sizeof memory);
    buf_init(&best, winners, sizeof winners);
    for (int i = 0; i < c->seats; i++) {
        buf_put(&list, i > 0 ? ", " : "");
        buf_put(&list, c->name[i]);
        buf_put_char(&list, ' ');
        buf_put_int(&list, score_of(c, i));
    }
    for (int i = 0; i < c->seats; i++) {
        if ((c->winners >> i & 1) == 0)
            continue;
        buf_put(&best, best.len > 0 ? ", " : "");
        buf_put(&best, c->name[i]);
    }
    scene_put(c, b, MSG("end.scores"), list.text, best.text, NULL);
}

/* ---- Moves in words ---- */

static void move_smitten(const struct scene *c, const char *text, struct buf *b)
{
    static const char *const verbs[][2] = {
        {"play ", MSG("move.play-to")},  {"place ", MSG("move.place-to")},
        {"reveal ", MSG("move.reveal")}, {"flip ", MSG("move.flip")},
        {"swap ", MSG("move.swap")},
    };
    static const char *const said[][2] = {{"cannot", MSG("said.cannot")},
                                          {"can", MSG("said.can")},
                                          {"want", MSG("said.want")},
                                          {"pass", MSG("said.pass")}};
    char card[8] = "";
    const char *rest = strchr(text, ' ');
    if (rest == NULL)
        return;
    if (strncmp(text, "say ", 4) == 0) {
        for (const char *p = rest; *p != '\0'; p += strcspn(p, " ")) {
            p += *p == ' ';
            for (int i = 0; i < 4; i++)
                if (strcspn(p, " ") == strlen(said[i][0]) &&
                    strncmp(p, said[i][0], strlen(said[i][0])) == 0) {
                    buf_put(b, p != rest + 1 ? ", " : "");
                    buf_put(b, scene_word(c, said[i][1]));
                }
        }
        return;
    }
    rest++;
    size_t len = strcspn(rest, "LR ");
    snprintf(card, sizeof card, "%.*s", (int)(len < 4 ? len : 4), rest);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strncmp(text, verbs[i][0], strlen(verbs[i][0])) == 0)
            scene_put(c, b, verbs[i][1], card, square_word(c, rest + len), NULL);
    if (strstr(text, " higher") != NULL)
        scene_put(c, b, MSG("move.higher"), NULL);
    if (strstr(text, " lower") != NULL)
        scene_put(c, b, MSG("move.lower"), NULL);
}

void scene_tell_move(const struct scene *c, int seat, const char *text, struct buf *b)
{
    char one[16] = "", two[16] = "";
    int n[2];
    if (seat >= 0) {
        buf_put(b, c->name[seat]);
        buf_put(b, scene_colon(c));
    }
    char side = '\0';
    if (scene_read(text, "take #?#", n, &side)) {
        snprintf(one, sizeof one, "%d", n[0]);
        snprintf(two, sizeof two, "%d", n[1]);
        scene_put(c, b, side == 'L' ? MSG("move.take-left") : MSG("move.take-right"), one, two,
                  NULL);
    } else if (scene_read(text, "wind #>#", n, NULL)) {
        snprintf(one, sizeof one, "%d", n[0]);
        snprintf(two, sizeof two, "%d", n[1]);
        scene_put(c, b, MSG("move.wind"), one, two, NULL);
    } else if (scene_read(text, "bid #", n, NULL)) {
        snprintf(one, sizeof one, "%d", n[0]);
        scene_put(c, b, strchr(text, '+') != NULL ? MSG("move.bid-safe") : MSG("move.bid"), one,
                  NULL);
    } else if (strcmp(c->game->name, "luz") == 0 && scene_read(text, "play #", n, NULL)) {
        snprintf(one, sizeof one, "%d", n[0]);
        scene_put(c, b, MSG("move.slot"), one, NULL);
    } else if (strcmp(c->game->name, "smitten") == 0) {
        move_smitten(c, text, b);
    } else {
        buf_put(b, text);
    }
}

const char *scene_rules(const struct scene *c)
{
    if (strcmp(c->game->name, "photograph") == 0)
        return scene_word(c, MSG("rules.photograph"));
    if (strcmp(c->game->name, "luz") == 0)
        return scene_word(c, MSG("rules.luz"));
    if (strcmp(c->game->name, "smitten") == 0)
        return scene_word(c, MSG("rules.smitten"));
    return scene_word(c, MSG("rules.any"));
}

/* ---- Films ---- */

bool scene_fits(const json_t *film, int *low, int *high, int *gap)
{
    const json_t *cards = json_object_get(film, "cards");
    const char *way = scene_text(film, "direction");
    int last = 0, sharp = 0;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        const char *card = scene_text(json_array_get(cards, i), "card");
        sharp = card[0] != '\0';
        if (sharp)
            scene_read(card + 1, "#", &last, NULL);
    }
    int reach = sharp ? 3 : 12; /* Rule P5.3 */
    *low = strcmp(way, "up") == 0 ? last + 1 : last > reach ? last - reach : 1;
    *high = strcmp(way, "down") == 0 ? last - 1 : last + reach < 12 && last > 0 ? last + reach : 12;
    *gap = strcmp(way, "none") == 0 ? last : 0;
    return *low <= *high;
}
