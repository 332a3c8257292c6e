/*
 * One table: people and bots around a game, from the first chair taken to the rematch. People sit
 * down on chairs; seats of the game are drawn by lot among the chairs at the start.
 *
 * Invariants:
 *  1. A table changes by events alone, numbered from 0 (only a chair's `here` and the plans of
 *     bots' turns are not part of its journal). table_handle, table_tick and table_answer decide
 *     on events; table_apply carries one out.
 *  2. table_apply serves live play and the reading of a journal alike: equal journals give equal
 *     tables.
 *  3. A refused request changes nothing and causes no event.
 *  4. The caller stores events before it shows them to anybody.
 *  5. People learn of the game only by views of their own seat (table_write_update,
 *     table_write_whole, table_show_event). table_write_record shows all cards: callers give it
 *     to people only when the game is over.
 *  6. Nothing here knows a socket, a database or a clock: time is an argument, in milliseconds
 *     since 1970.
 */
#ifndef PARLOR_TABLE_TABLE_H
#define PARLOR_TABLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "search/bot.h"
#include "table/fair.h"
#include "table/problem.h"
#include "table/setup.h"
#include "table/strbuf.h"

enum {
    TABLE_ID_MAX = 17,        /* 16 letters and digits */
    TABLE_NAME_MAX = 97,      /* 24 characters of UTF-8 */
    TABLE_LEVEL_MAX = 24,     /* a bot's level */
    TABLE_TALK_TEXT = 801,    /* 200 characters of UTF-8 */
    TABLE_EFFECTS_MAX = 16,   /* events that one request can cause */
    TABLE_TALK_KEPT = 20,     /* latest messages, which newcomers still see */
    TABLE_TALK_MAX = 2000,    /* messages per table */
    TABLE_EVENT_JSON = 4096,  /* one event as JSON */
    TABLE_SHOWN_MAX = 1024,   /* the JSON of one `shown` */
    TABLE_LEAVE_MS = 30000,   /* without a clock: from leaving to the stand-in */
    TABLE_STUCK_MS = 20000,   /* after so long without an answer a move is played for the bot */
    TABLE_MOVE_S_MAX = 3600,  /* seconds of a live clock for one move, */
    TABLE_BANK_S_MAX = 36000, /* and for all moves together */
    TABLE_SIGNALS_MAX = 32,   /* signals per person between two moves */
};
#define TABLE_NEVER INT64_MAX
#define TABLE_CHANCE (-1) /* instead of the chair that begins: it is drawn */

enum table_phase { TABLE_OPEN, TABLE_PLAY, TABLE_OVER };
enum table_seats { TABLE_SEATS_BY_LOT, TABLE_SEATS_OF_CHAIRS };
enum table_clock_kind { TABLE_CLOCK_NONE, TABLE_CLOCK_LIVE, TABLE_CLOCK_DAYS };

struct table_clock {
    enum table_clock_kind kind;
    int64_t move_ms; /* for one move */
    int64_t bank_ms; /* for all moves together */
};

enum table_kind {
    TABLE_CREATE,
    TABLE_SIT,
    TABLE_STAND,
    TABLE_BOT,
    TABLE_FREE,
    TABLE_BEGINS,
    TABLE_START,
    TABLE_DEAL,
    TABLE_MOVE,
    TABLE_ASK,
    TABLE_AGREE,
    TABLE_TAKEBACK,
    TABLE_LEAVE,
    TABLE_STANDIN,
    TABLE_BACK,
    TABLE_TALK,
    TABLE_END,
    TABLE_REMATCH,
    TABLE_KINDS
};

/* The plan of a table; part of its first event. */
struct table_plan {
    struct setup setup;
    struct table_clock clock;
    bool listed, start_by_host;
    int begins; /* a chair, or TABLE_CHANCE; for games with that option */
    uint8_t secret[FAIR_BYTES];
    int invited_count; /* 0: everybody may sit */
    uint64_t invited[GAME_SEATS_MAX];
};

struct table_person {
    uint64_t player;
    char name[TABLE_NAME_MAX];
};

/* One entry of the journal. The kind selects the member of the union; TABLE_END has none. */
struct table_event {
    int64_t at;
    int n;
    enum table_kind kind;
    union {
        struct table_person create;
        struct {
            struct table_person person;
            int chair;
            struct fair_number number;
        } sit;
        struct {
            uint64_t player; /* on the chair; 0: a bot or nobody; not in the journal */
            int chair;
        } stand; /* also of TABLE_FREE */
        struct {
            int chair;
            char level[TABLE_LEVEL_MAX];
        } bot;
        int begins; /* a chair, or TABLE_CHANCE */
        struct {
            int order[GAME_SEATS_MAX]; /* the seat of each chair */
            int begins;                /* a seat, or TABLE_CHANCE */
        } start;
        char deal[GAME_DEAL_TEXT_MAX];
        struct {
            int seat;
            bool sealed; /* others do not see the text */
            char text[GAME_TEXT_MAX];
        } move;
        int seat; /* of ask, leave, back */
        struct {
            int seat;
            bool yes;
        } agree;
        struct {
            int seat;
            int steps; /* the move and the signals since */
        } takeback;
        struct {
            int seat;
            char level[TABLE_LEVEL_MAX];
        } standin;
        struct {
            struct table_person person;
            bool phrase; /* the text names a phrase */
            char text[TABLE_TALK_TEXT];
        } talk;
        char rematch[TABLE_ID_MAX];
    };
};

enum table_chair_kind { TABLE_CHAIR_FREE, TABLE_CHAIR_PERSON, TABLE_CHAIR_BOT };

struct table_chair {
    enum table_chair_kind kind;
    uint64_t player;
    char *name;            /* heap; NULL unless a person sits here */
    const struct bot *bot; /* of a bot, or the stand-in of a person */
    struct fair_number number;
    int seat; /* -1 before the start */
    bool here, standin;
    int64_t left_at; /* 0: has not left */
};

/* A deal or move of the game. */
struct table_step {
    move m;
    int seat; /* RECORD_DEAL, or the seat that moved */
    int deal; /* index of the deal */
};

struct table_seat {
    int chair;
    int64_t began;   /* when this seat's clock started; 0: it does not run */
    int64_t bank_ms; /* left */
    int64_t ask_at;  /* when to ask its bot; 0: never */
    int64_t must_at; /* when its waiting bot must move; 0: it does not wait */
    int64_t asked;   /* when its bot was asked; 0: no answer is due */
};

struct table_said {
    uint64_t player;
    char *json;
};

struct table {
    struct state_room state;
    struct table_plan plan;
    uint64_t host;
    int64_t created, changed, began, ended;
    struct table_chair chair[GAME_SEATS_MAX];
    struct table_seat seat[GAME_SEATS_MAX];
    struct table_said said[TABLE_TALK_KEPT];
    struct table_step *step;
    struct deal *deal;
    int steps, steps_cap, deals;
    int said_count, said_total;
    int n;            /* events so far */
    uint32_t version; /* rises with each step of the game */
    enum table_phase phase;
    int begins;   /* currently: a chair, or TABLE_CHANCE */
    int ask_seat; /* -1: nobody asks to take back */
    uint32_t ask_waiting;
    struct turns turns;
    bool drawn; /* the start names the seat that begins; older journals leave it to the option */
    char id[TABLE_ID_MAX];
    char rematch[TABLE_ID_MAX];
    uint8_t seed[FAIR_BYTES];
};

/* The changed members of an update. */
enum {
    TABLE_NEW_PEOPLE = 1,
    TABLE_NEW_PHASE = 2,
    TABLE_NEW_GAME = 4, /* view and legal moves */
    TABLE_NEW_ASK = 8,
    TABLE_NEW_RESULT = 16,
    TABLE_NEW_REMATCH = 32,
    TABLE_NEW_ALL = 63,
};

struct table_effects {
    int n;
    struct table_event event[TABLE_EFFECTS_MAX];
    unsigned changed;
};

enum table_ask_kind {
    TABLE_ASK_SIT,
    TABLE_ASK_STAND,
    TABLE_ASK_BOT,
    TABLE_ASK_START,
    TABLE_ASK_MOVE,
    TABLE_ASK_TAKEBACK,
    TABLE_ASK_AGREE,
    TABLE_ASK_LEAVE,
    TABLE_ASK_BACK,
    TABLE_ASK_TALK,
    TABLE_ASK_REMATCH,
    TABLE_ASK_BEGINS,
};

/* A person's request to a table; texts are borrowed. */
struct table_request {
    enum table_ask_kind kind;
    uint64_t player;
    const char *name;
    int chair;         /* -1: any; begins: TABLE_CHANCE */
    const char *level; /* a bot's; NULL: none */
    const char *text;  /* move, talk, or the rematch's id */
    bool yes;          /* agree */
    bool phrase;       /* talk: the text names a phrase */
    struct fair_number number;
};

/* table.c: events make and change a table. */
struct table *table_new(const char *id, const struct table_plan *plan);
void table_free(struct table *t);
/* The plan of a rematch: the same set-up and people, by the current rules; the beginner is drawn.
 */
void table_plan_rematch(const struct table *t, struct table_plan *out);
/* Carries out an event. False: it cannot follow the earlier ones (a broken journal). */
bool table_apply(struct table *t, const struct table_event *e);
int table_find_chair(const struct table *t, uint64_t player); /* or -1 */
int table_find_seat(const struct table *t, uint64_t player);  /* or GAME_SPECTATOR */
/* Whether several seats choose in secret now. */
bool table_is_sealed(const struct table *t);
bool table_is_played_by_bot(const struct table *t, int seat);
const struct state *table_state(const struct table *t);
/* The seats that may move now, as bits; 0 before and after the game. */
uint32_t table_actors(const struct table *t);
/* Replays the first `steps` steps into `s`. */
void table_replay(const struct table *t, int steps, struct state *s);
/* Applies step `step` to the state before it. */
void table_replay_step(const struct table *t, int step, struct state *s);

/* table_handle.c: carries out a request; false: nothing has changed, and `p` says why. */
bool table_handle(struct table *t, const struct table_request *r, int64_t now,
                  struct table_effects *fx, struct problem *p);
/* Whether this player's move would be accepted now; if not, `p` says why. */
bool table_check_move(const struct table *t, uint64_t player, const char *text, struct problem *p);
/* Adds the first event of the journal. */
void table_create(struct table *t, uint64_t player, const char *name, int64_t now,
                  struct table_effects *fx);
/* Starts the game, before its first deal. All chairs are taken. */
void table_start(struct table *t, enum table_seats seats, int64_t now, struct table_effects *fx);
/* Inside table/: carries out an event and appends it to the effects. */
void table_add(struct table *t, const struct table_event *e, int64_t now, struct table_effects *fx);
/* After a step: deals while a deal is due, and ends the game when it is over. */
void table_go_on(struct table *t, int64_t now, struct table_effects *fx);

/* table_begins.c: the chair that begins. */
/* Sets an option of a plan from text; a value of the option `begins` is a chair here. */
bool table_set_option(struct table_plan *plan, const char *name, const char *text,
                      struct problem *p);
/* NULL, or why this chair (or TABLE_CHANCE) cannot begin. */
const char *table_refuse_begins(const struct table_plan *plan, int chair);
/* Sets the chair in a plan, unless an option has set it; false: `p` says why not. */
bool table_name_begins(struct table_plan *plan, int chair, struct problem *p);
/* The options as JSON, without the beginner until it is `settled` at the start. */
void table_write_options(const struct setup *s, bool settled, struct buf *b);

/* table_takeback.c: NULL, or why the seat cannot take its last move back. */
const char *table_refuse_takeback(const struct table *t, int seat);
/* The number of steps to take back: the last move and the signals since, which speak of a position
   that is gone. 0: there is no move. */
int table_count_takeback(const struct table *t);

/* table_clock.c: time. */
/* Sets a live clock in seconds; false: out of range. */
bool table_set_clock(struct table_clock *c, int64_t move_s, int64_t bank_s);
int64_t table_next_due(const struct table *t); /* when table_tick is due; or TABLE_NEVER */
/* Handles all due clocks and bots. `think` gets the seats whose bots to ask, `must` those that must
   move. `delay_ms` is the time that a bot seems to think. */
void table_tick(struct table *t, int64_t now, int64_t delay_ms, struct table_effects *fx,
                uint32_t *think, uint32_t *must);
/* Takes the answer of a seat's bot, asked at `version`; a late answer is ignored. */
void table_answer(struct table *t, int seat, uint32_t version, move m, int64_t now,
                  int64_t delay_ms, struct table_effects *fx);
/* Plans the bots' turns: after events, and after reading a journal. */
void table_plan_bots(struct table *t, int64_t now, int64_t delay_ms);
/* When the seat's time runs out, or TABLE_NEVER. */
int64_t table_seat_due(const struct table *t, int seat);
/* Charges the mover's clock and starts the clocks of the seats that may now move. */
void table_run_clocks(struct table *t, uint32_t before, int mover, int64_t at);

/* table_event.c: writes and reads the journal's text of an event. */
void table_write_event(const struct table_event *e, const struct table_plan *plan, struct buf *b);
bool table_read_event(const char *text, size_t len, struct table_event *e, struct table_plan *plan);
/* Reading a whole journal: the caller sets `id`, the first event makes the table. */
struct table_reading {
    const char *id;
    struct table *t;
    bool broken;
};
/* Reads the next event of a journal into a `struct table_reading`; false: it is broken. */
bool table_read_on(void *reading, int n, int64_t at, const char *text, size_t len);
/* The event as a seat (or GAME_SPECTATOR) may see it. */
void table_show_event(const struct table_event *e, const struct table *t, int seat, struct buf *b);

/* table_write.c: the table as JSON for people. */
/* One update for `player`: the events (maybe none) and the changed members. */
void table_write_update(const struct table *t, uint64_t player, const struct table_event *const *e,
                        int n, unsigned changed, int64_t now, struct strbuf *out);
/* All members, without the talk of `muted` players. */
void table_write_whole(const struct table *t, uint64_t player, const uint64_t *muted, int mutes,
                       int64_t now, struct strbuf *out);
/* One row of a list of tables. */
void table_write_row(const struct table *t, struct strbuf *out);
/* The game so far as a record, one line with its line end. */
void table_write_record(const struct table *t, struct strbuf *out);
/* The beginning of that line, up to the result; further members and the end may follow. */
void table_write_steps(const struct table *t, struct strbuf *out);
/* The cards that the last step showed to everybody for a moment, as JSON; "": none. The game must
   have `write_shown`. */
void table_write_shown(const struct game *g, const struct state *s, char text[TABLE_SHOWN_MAX]);
void table_write_clock(const struct table_clock *c, struct buf *b);
void table_write_player(uint64_t player, struct buf *b); /* 16 digits, quoted */

/* table_lists.c: the members `games` and `bots` of a greeting, without samples. */
void table_write_games(struct strbuf *out);
void table_write_bots(struct strbuf *out);

/* Copies text into room for `cap` bytes; cuts it if it is too long. */
static inline void table_copy(char *to, size_t cap, const char *from)
{
    struct buf b;
    buf_init(&b, to, cap);
    buf_put(&b, from);
}

#endif
