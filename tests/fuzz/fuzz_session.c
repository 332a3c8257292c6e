/*
 * Fuzz target `session`: whole sessions of four connections, A to D, of three players (A and D are
 * the same). Each character is an instruction or one of its arguments:
 *
 *   A-D    the sender from here on
 *   a-z etc. a request, as in `verbs`; each `$` in it takes one more character
 *   "NX..  a text of N + 1 characters as it is         /N  cuts the next frame after N bytes
 *   .      the end of the turn                         +N  time passes, then the end of the turn
 *   -      hangs up, and connects again                ~   the server starts anew
 *   ;TN    whoever may move at table T plays the Nth move, and the turn ends
 *
 * Frames go through the sockets, in pieces and mixed with others'. After each turn: every request
 * was answered exactly once, or its connection closed; what each connection has been told of a
 * table adds up to what its player may see of it now; journals restore their tables; nobody was
 * told a secret; limits hold, and an idle connection holds no buffers. (Journals are read every
 * eighth turn, and at the end.)
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/list.h"
#include "server/load.h"
#include "server/socket.h"
#include "server/tables.h"
#include "table/json_text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/hosted.h"

enum {
    PEOPLE = 4,
    TABLES = 6,
    STEPS_MAX = 120,
    ASKED_MAX = 8,
    TURNS_MAX = 20,
    TEXT_MAX = SERVER_FRAME_MAX
};

static const struct verb {
    char letter;
    const char *text; /* $t table, $n number, $b yes or no, $w word, $g game, $m move, $p player,
                         $c clock, $l level; $k and $s take nothing: own number and its seal */
} verbs[] = {
    {'h', "hello\",\"protocol\":$n"},
    {'n', "name\",\"name\":$w"},
    {'k', "keep\",\"name\":$w,\"passphrase\":\"deeply secret $n\""},
    {'l', "login\",\"name\":$w,\"passphrase\":\"deeply secret $n\""},
    {'f', "transfer\""},
    {'q', "signout\""},
    {'c', "create\",\"game\":$g,\"seats\":$n,\"listed\":$b,\"seal\":$s"},
    {'d', "create\",\"game\":$g,\"seats\":$n,\"bots\":[\"random\"],\"clock\":$c,\"sit\":$b"},
    {'z', "create\",\"game\":$g,\"seats\":$n,\"start\":\"host\",\"begins\":$n"},
    {'o', "open\",\"table\":$t"},
    {'i', "open\",\"table\":$t,\"after\":$n"},
    {'x', "close\",\"table\":$t"},
    {'s', "sit\",\"table\":$t,\"seal\":$s"},
    {'j', "sit\",\"table\":$t,\"chair\":$n,\"number\":$k"},
    {'e', "seal\",\"table\":$t,\"seal\":$s"},
    {'r', "reveal\",\"table\":$t,\"number\":$k"},
    {'u', "stand\",\"table\":$t"},
    {'b', "bot\",\"table\":$t,\"chair\":$n,\"level\":$l"},
    {'g', "begins\",\"table\":$t,\"chair\":$n"},
    {'y', "start\",\"table\":$t,\"level\":\"random\""},
    {'m', "move\",\"table\":$t,\"text\":$m"},
    {'v', "move\",\"table\":$t,\"text\":$m,\"seen\":$n"},
    {'w', "why\",\"table\":$t,\"text\":$m"},
    {'p', "preview\",\"table\":$t,\"text\":$m"},
    {'t', "takeback\",\"table\":$t"},
    {'a', "agree\",\"table\":$t,\"yes\":$b"},
    {'<', "leave\",\"table\":$t"},
    {'>', "back\",\"table\":$t"},
    {'!', "talk\",\"table\":$t,\"text\":$w"},
    {'?', "talk\",\"table\":$t,\"phrase\":\"hello\""},
    {'*', "mute\",\"player\":$p,\"on\":$b"},
    {'=', "rematch\",\"table\":$t,\"seal\":$s"},
    {'#', "record\",\"table\":$t"},
    {'%', "share\",\"table\":$t"},
    {'@', "lobby\",\"watch\":$b"},
    {'&', "mine\""},
    {'N', "create\",\"game\":$g,\"seats\":$n,\"key\":\"k-$n\""},
    {'S', "sit\",\"table\":$t,\"key\":\"k-$n\""},
    {'U', "stand\",\"table\":$t,\"key\":\"k-$n\""},
    {'M', "move\",\"table\":$t,\"text\":$m,\"key\":\"k-$n\""},
    {'T', "talk\",\"table\":$t,\"text\":$w,\"key\":\"k-$n\""},
    {'R', "rematch\",\"table\":$t,\"key\":\"k-$n\""},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static struct person {
    struct conn *conn; /* NULL: the server has closed it */
    uint64_t serial;
    int fd;
    int id; /* of the last request */
    int asked[ASKED_MAX], n_asked;
    int raw;        /* texts whose ids are not known */
    char rest[256]; /* of a frame that was cut */
    size_t rest_len;
    json_t *seen; /* by id of the table: its members */
    bool news;    /* something was heard in this turn */
} person[PEOPLE];

static struct session {
    struct server *s;
    struct settings settings;
    char table[TABLES][TABLE_ID_MAX];
    int tables;
    size_t cut; /* of the next frame; 0: whole */
    struct strbuf heard;
    int turns;
} session;

/* ---- people ---- */

static uint64_t player_of(int who)
{
    return who == PEOPLE - 1 ? 1 : (uint64_t)who + 1;
}

static void write_number(int who, bool sealed, char *hex)
{
    uint8_t number[FAIR_BYTES], seal[FAIR_BYTES];
    memset(number, 16 + (int)player_of(who), sizeof number);
    fair_seal(number, seal);
    fair_write_hex(sealed ? seal : number, FAIR_BYTES, hex);
}

static bool is_there(const struct person *p)
{
    const struct server *s = session.s;
    for (int i = 0; i < s->conns && p->conn != NULL; i++)
        if (s->conn[i] == p->conn && s->conn[i]->serial == p->serial)
            return !p->conn->dead && !p->conn->closing;
    return false;
}

static void send_bytes(struct person *p, const void *bytes, size_t len)
{
    if (len == 0 || !is_there(p))
        return;
    FUZZ_CHECK(write(p->fd, bytes, len) == (ssize_t)len);
    socket_read(session.s, p->conn);
}

/* The rest of a frame that was cut. */
static void send_rest(struct person *p)
{
    size_t len = p->rest_len;
    p->rest_len = 0;
    send_bytes(p, p->rest, len);
}

/* A masked frame, with a mask of zeros; perhaps in two pieces. */
static void send_text(struct person *p, const char *text, size_t len)
{
    static char frame[TEXT_MAX + 16];
    size_t head = len < 126 ? 2 : 4;
    send_rest(p);
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (len < 126 ? len : 126));
    frame[2] = (char)(len >> 8);
    frame[3] = (char)len;
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, text, len);
    len += head + 4;
    size_t now = session.cut > 0 && session.cut < len ? session.cut : len;
    now = len - now > sizeof p->rest ? len : now;
    session.cut = 0;
    memcpy(p->rest, frame + now, len - now);
    send_bytes(p, frame, now);
    p->rest_len = len - now;
}

static void forget_connection(struct person *p)
{
    if (p->fd >= 0)
        close(p->fd);
    json_decref(p->seen);
    *p = (struct person){.fd = -1, .id = p->id};
}

static void ask(int who, const char *members)
{
    struct person *p = &person[who];
    char text[TEXT_MAX];
    if (!is_there(p) || p->n_asked + p->raw == ASKED_MAX)
        return;
    int len = snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"%s}", ++p->id, members);
    p->asked[p->n_asked++] = p->id;
    send_text(p, text, (size_t)len);
}

static void come(int who)
{
    struct person *p = &person[who];
    forget_connection(p);
    p->seen = json_object();
    p->conn = hosted_connect(session.s, player_of(who), NULL, 0, &p->fd);
    p->serial = p->conn->serial;
    ask(who, "hello\",\"protocol\":1");
}

/* ---- what they hear ---- */

static void keep_table(const char *id)
{
    for (int i = 0; i < session.tables; i++)
        if (id == NULL || strcmp(session.table[i], id) == 0)
            return;
    if (id != NULL && session.tables < TABLES)
        table_copy(session.table[session.tables++], TABLE_ID_MAX, id);
}

static void take_reply(struct person *p, const json_t *m)
{
    int re = (int)json_integer_value(json_object_get(m, "re")), i = 0;
    while (i < p->n_asked && p->asked[i] != re)
        i++;
    if (i < p->n_asked)
        p->asked[i] = p->asked[--p->n_asked];
    else
        FUZZ_CHECK(p->raw-- > 0); /* an answer to nothing, or a second one */
    keep_table(json_string_value(json_object_get(m, "table")));
}

static void take_text(void *context, const char *text, size_t len)
{
    struct person *p = context;
    json_t *m = json_text_read(text, len, 0, NULL);
    const char *table = json_string_value(json_object_get(m, "table"));
    strbuf_put_bytes(&session.heard, text, len);
    p->news = true;
    if (json_object_get(m, "re") != NULL) {
        take_reply(p, m);
    } else if (table != NULL && json_object_get(m, "n") != NULL) {
        json_t *known = json_object_get(p->seen, table);
        if (known != NULL)
            json_object_update(known, m);
        else
            json_object_set(p->seen, table, m);
    }
    json_decref(m);
}

/* ---- the promises ---- */

/* The table as it was told equals the table as the player may see it now. */
static void check_table(const struct person *p, const struct live_table *live, const json_t *told)
{
    static const char *const members[] = {"n",     "phase",  "you",  "people", "view",
                                          "legal", "result", "draw", "ask",    "commit"};
    struct strbuf whole;
    strbuf_init(&whole);
    table_write_whole(live->t, p->conn->player, p->conn->muted, p->conn->mutes, &session.s->now,
                      &whole);
    json_t *now = json_loadb(whole.text, whole.len, 0, NULL);
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        FUZZ_CHECK(json_equal(json_object_get(told, members[i]), json_object_get(now, members[i])));
    json_decref(now);
    strbuf_clear(&whole);
}

/* Journals, and people who have heard nothing, are checked now and then. */
static bool is_long_turn(void)
{
    return session.turns % 8 == 0;
}

static void check_person(struct person *p)
{
    if (!is_there(p)) {
        p->conn = NULL;
        p->n_asked = p->raw = 0;
        return;
    }
    const struct conn *c = p->conn;
    /* The frame that was cut is no request yet. */
    FUZZ_CHECK(p->n_asked + p->raw == (p->rest_len > 0 ? 1 : 0));
    FUZZ_CHECK(c->opens <= SERVER_OPEN_MAX && c->mutes <= SERVER_MUTES_MAX);
    FUZZ_CHECK(c->queued <= SERVER_QUEUE_MAX && (c->queued > 0 || c->out.cap == 0));
    FUZZ_CHECK((c->frames != NULL) == (p->rest_len > 0));
    for (int i = 0; i < c->opens && (p->news || is_long_turn()); i++) {
        const json_t *told = json_object_get(p->seen, c->open[i]->t->id);
        if (json_object_get(told, "game") != NULL) /* else it said that it knew the table */
            check_table(p, c->open[i], told);
    }
    p->news = false;
}

/* Secrets of tables that are not over, and passphrases, were told to nobody. */
static void check_secrets(void)
{
    const struct server *s = session.s;
    char hex[FAIR_HEX];
    strbuf_put_bytes(&session.heard, "", 1);
    FUZZ_CHECK(strstr(session.heard.text, "deeply secret") == NULL);
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = s->bucket[i]; live != NULL; live = live->next) {
            fair_write_hex(live->t->plan.secret, FAIR_BYTES, hex);
            FUZZ_CHECK(live->t->phase == TABLE_OVER || strstr(session.heard.text, hex) == NULL);
            FUZZ_CHECK(live->t->n <= TABLE_EVENTS_MAX && live->damaged < 0);
        }
    strbuf_reset(&session.heard);
}

/* Whether the loop would not wait. */
static bool is_busy(int turns)
{
    const struct server *s = session.s;
    return s->held_n > 0 || s->touched != NULL || s->dead != NULL || s->loading != NULL ||
           (turns < TURNS_MAX && tables_are_due(s));
}

static void end_turn(void)
{
    struct server *s = session.s;
    for (int i = 0; i == 0 || is_busy(i); i++) {
        tables_tick(s);
        tables_scan(s);
        load_step(s);
        hosted_end_turn(s);
    }
    for (int i = 0; i < PEOPLE; i++)
        if (person[i].fd >= 0)
            hosted_read_frames(person[i].fd, take_text, &person[i]);
    for (int i = 0; i < PEOPLE; i++)
        check_person(&person[i]);
    check_secrets();
    if (is_long_turn())
        hosted_check_journals(s);
    session.turns++;
}

/* ---- instructions ---- */

static int take_number(struct fuzz_in *in)
{
    int c = fuzz_take(in);
    return c >= '0' && c <= '9' ? c - '0' : c;
}

static const char *pick_move(const struct person *p, const char *table, int n)
{
    const json_t *legal = json_object_get(json_object_get(p->seen, table), "legal");
    size_t moves = json_array_size(legal);
    const char *text =
        moves > 0 ? json_string_value(json_array_get(legal, (size_t)n % moves)) : NULL;
    return text != NULL ? text : "take 1";
}

static bool may_move(const struct person *p, const char *table)
{
    return is_there(p) &&
           json_array_size(json_object_get(json_object_get(p->seen, table), "legal")) > 0;
}

/* Puts the value of one placeholder; `table` is the one that the request names. */
static void put_value(struct buf *b, char kind, int who, const char **table, struct fuzz_in *in)
{
    static const char *const words[] = {"Ann",  "Bob",     "",       "\xe2\x80\xae",
                                        "x\"y", "Guest 1", "random", "Zo\xc3\xab"};
    static const char *const clocks[] = {"{\"kind\":\"none\"}",
                                         "{\"kind\":\"live\",\"move\":30,\"bank\":60}",
                                         "{\"kind\":\"days\",\"days\":2}", "{}"};
    char hex[FAIR_HEX];
    int n = kind == 'k' || kind == 's' ? 0 : take_number(in), games = 0;
    while (games_list[games] != NULL)
        games++;
    write_number(who, kind == 's', hex);
    if (kind == 't' && session.tables > 0)
        *table = session.table[n % session.tables];
    snprintf(hex, kind == 'p' ? sizeof hex : 0, "%016x", (unsigned)(n % PEOPLE));
    switch (kind) {
    case 'n':
        buf_put_int(b, n);
        break;
    case 'b':
        buf_put(b, n % 2 ? "true" : "false");
        break;
    case 'c':
        buf_put(b, clocks[n % 4]);
        break;
    case 'l':
        buf_put(b, n % 3 ? "\"random\"" : "null");
        break;
    default:
        buf_put_json(b, kind == 't'   ? *table
                        : kind == 'w' ? words[n % 8]
                        : kind == 'g' ? games_list[n % games]->name
                        : kind == 'm' ? pick_move(&person[who], *table, n)
                                      : hex);
    }
}

static void ask_verb(const struct verb *v, int who, struct fuzz_in *in)
{
    char memory[TEXT_MAX / 2];
    const char *table = "xxxxxxxxxxxxxxxx";
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    for (const char *c = v->text; *c != '\0'; c++) {
        if (*c == '$')
            put_value(&b, *++c, who, &table, in);
        else
            buf_put_char(&b, *c);
    }
    ask(who, b.text);
}

/* Everybody who may move does so. */
static void play(struct fuzz_in *in)
{
    int t = take_number(in), n = take_number(in), who = 0;
    const char *table = session.tables > 0 ? session.table[t % session.tables] : "";
    char memory[TEXT_MAX / 2];
    struct buf b;
    while (who < PEOPLE && !may_move(&person[who], table))
        who++;
    if (who == PEOPLE)
        return;
    buf_init(&b, memory, sizeof memory);
    buf_put(&b, "move\",\"table\":");
    buf_put_json(&b, table);
    buf_put_key_text(&b, "text", pick_move(&person[who], table, n));
    ask(who, b.text);
    end_turn();
}

static void send_raw(int who, struct fuzz_in *in)
{
    struct person *p = &person[who];
    char text[256];
    size_t len = (size_t)take_number(in) + 1;
    for (size_t i = 0; i < len; i++)
        text[i] = (char)fuzz_take(in);
    if (!is_there(p) || p->n_asked + p->raw == ASKED_MAX)
        return;
    p->raw++;
    send_text(p, text, len);
}

static void let_pass(int n)
{
    static const int64_t ms[] = {10, 1000, 21000, 65000, 600000, 86400000, 700000000};
    session.s->now = moment_after(session.s->now, ms[n % 7]);
}

static void start_anew(void)
{
    hosted_empty(session.s);
    for (int i = 0; i < PEOPLE; i++)
        come(i);
}

static void run(int c, int *who, struct fuzz_in *in)
{
    if (c >= 'A' && c <= 'D')
        *who = c - 'A';
    else if (c == '.')
        end_turn();
    else if (c == '+') {
        let_pass(take_number(in));
        end_turn();
    } else if (c == '/')
        session.cut = (size_t)take_number(in);
    else if (c == '"')
        send_raw(*who, in);
    else if (c == ';')
        play(in);
    else if (c == '-')
        come(*who);
    else if (c == '~')
        start_anew();
    else if (c > ' ') {
        int i = 0;
        while (i < VERBS && verbs[i].letter != c)
            i++;
        ask_verb(&verbs[i < VERBS ? i : c % VERBS], *who, in);
    }
}

static void start(int settings)
{
    struct server *s = hosted_start();
    session.s = s;
    session.settings = *s->settings;
    session.settings.rate = settings % 2 ? 5 : 0; /* with limits, or without */
    s->settings = &session.settings;
    session.tables = 0;
    session.turns = 0;
    session.cut = 0;
    memset(s->limit, 0, sizeof s->limit);
    s->codes = 0;
    strbuf_init(&session.heard);
    for (int i = 0; i < PEOPLE; i++) {
        person[i] = (struct person){.fd = -1};
        come(i);
    }
    end_turn();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    int who = 0;
    start(take_number(&in));
    for (int step = 0; in.left > 0 && step < STEPS_MAX; step++)
        run(fuzz_take(&in), &who, &in);
    for (int i = 0; i < PEOPLE; i++)
        send_rest(&person[i]);
    session.turns = 0;
    end_turn();
    for (int i = 0; i < PEOPLE; i++)
        forget_connection(&person[i]);
    strbuf_clear(&session.heard);
    return 0;
}
