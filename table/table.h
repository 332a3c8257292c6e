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
 *  6. Nothing here knows a socket, a database or a clock: time is an argument.
 *
 * Time has two forms (table/moment.h). The steady time runs only while somebody runs the table, and
 * never jumps: live clocks, people who left and bots go by it. The date may jump: it is for
 * people's eyes, and for clocks of days. Both are in the journal.
 */
#ifndef PARLOR_TABLE_TABLE_H
#define PARLOR_TABLE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "search/bot.h"
#include "table/day.h"
#include "table/fair.h"
#include "table/moment.h"
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
    TABLE_EVENT_JSON = 4096,  /* one event as JSON */
    TABLE_SHOWN_MAX = 1024,   /* the JSON of one `shown` */
    TABLE_LEAVE_MS = 30000,   /* without a clock: from leaving to the stand-in */
    TABLE_STUCK_MS = 20000,   /* after so long without an answer a move is played for the bot */
    TABLE_MOVE_S_MAX = 3600,  /* seconds of a live clock for one move, */
    TABLE_BANK_S_MAX = 36000, /* and for all moves together */
    TABLE_SIGNALS_MAX = 32,   /* of a person between two moves; TURNS_SIGNALS_MAX is a bot's */
    TABLE_REVEAL_MS = 30000,  /* with a live clock: to give the number for the deal */
    TABLE_KEY_MAX = 25,       /* 24 letters, digits, - or _ */
    TABLE_KEYS_SHARE = 8,     /* keys of a person's latest requests that a table remembers, */
    TABLE_FORK_OF = 33,       /* 32 hexadecimal digits */
    TABLE_KEYS_MAX = 64,      /* and of all; nobody displaces those of who sits here or hosts */
};

/*
 * Bounds of a journal. Each person has a share of their own, so that nobody can use up what others
 * need. Moves, deals, stand-ins and the end are never refused for a bound, nor is standing up: a
 * game can always be finished. No table of the games here gets more than TABLE_EVENTS_MAX events.
 */
enum {
    TABLE_SITS_MAX = 200,        /* times that people sit down at a table, */
    TABLE_SITS_SHARE = 20,       /* and one person */
    TABLE_ARRANGED_MAX = 100,    /* bots seated, beginners named, people removed or silenced by the
                                    host */
    TABLE_TALK_SHARE = 400,      /* messages of a player, */
    TABLE_TALK_OPEN_MAX = 500,   /* of all others together: before the game, and spectators, */
    TABLE_TALK_OPEN_SHARE = 100, /* of one of them, */
    TABLE_TALK_AWAY_MAX = 300,   /* of those together who neither sit here nor host, */
    TABLE_TALK_AWAY_SHARE = 50,  /* and of one of them */
    TABLE_SIGNALS_SHARE = 400,   /* signals of a player in a game */
    TABLE_TAKEBACKS_SHARE = 100, /* requests of a player to take a move back */
    TABLE_BACKS_SHARE = 50,      /* returns of a player to the seat; a move always returns */
    TABLE_PAUSES_SHARE = 20,     /* pauses that a player asks for */
    TABLE_EVENTS_MAX = 12000,
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
    TABLE_UNDO, /* a take-back that is practice: see table_takeback.c */
    TABLE_LEAVE,
    TABLE_STANDIN,
    TABLE_BACK,
    TABLE_TALK,
    TABLE_END,
    TABLE_REMATCH,
    TABLE_SEAL,
    TABLE_DRAW,
    TABLE_REVEAL,
    TABLE_LATE,
    TABLE_REMOVE,
    TABLE_SILENCE,
    TABLE_PAUSE,
    TABLE_RESUME,
    TABLE_KINDS
};

/* The resources of which each player of a running game has a share. */
enum table_share {
    TABLE_SHARE_TALK,
    TABLE_SHARE_SIGNAL,
    TABLE_SHARE_TAKEBACK,
    TABLE_SHARE_BACK,
    TABLE_SHARE_PAUSE,
    TABLE_SHARES
};

/* The plan of a table; part of its first event. */
struct table_plan {
    struct setup setup;
    struct table_clock clock;
    bool listed, start_by_host;
    bool aids;  /* the maker permits aids to all: table_aids.c */
    int begins; /* a chair, or TABLE_CHANCE; for games with that option */
    uint8_t secret[FAIR_BYTES];
    int invited_count; /* 0: everybody may sit */
    uint64_t invited[GAME_SEATS_MAX];
};

/* A game that was played on from a moment of another one: see fork.h. Its journal has the deals
   that are known beforehand in front of the start, and the events of the other game behind it. */
struct table_fork {
    char of[TABLE_FORK_OF]; /* names the other record; "": no fork */
    int step;               /* so many events are from there; taking back may reduce them */
    int seat;               /* the seat that was taken over */
    bool anew;              /* what that seat did not know was dealt anew */
};

struct table_person {
    uint64_t player;
    char name[TABLE_NAME_MAX];
};

/* One entry of the journal. The kind selects the member of the union; TABLE_DRAW and TABLE_END have
   none. */
struct table_event {
    int64_t at;     /* the date */
    int64_t steady; /* older journals have none: the date */
    int n;
    enum table_kind kind;
    char key[TABLE_KEY_MAX]; /* of the request that begins with this event; "": none */
    union {
        struct table_person create;
        struct {
            struct table_person person;
            int chair;
            struct fair_number number; /* given openly, as old clients do */
            struct fair_number seal;
        } sit;
        struct {
            int chair;
            uint8_t bytes[FAIR_BYTES]; /* the seal, or the number itself */
        } number;                      /* of TABLE_SEAL, TABLE_REVEAL */
        struct {
            uint64_t player; /* on the chair; 0: a bot or nobody; not in the journal */
            int chair;
        } stand; /* also of TABLE_FREE, TABLE_LATE */
        struct {
            int chair;
            char level[TABLE_LEVEL_MAX];
        } bot;
        int begins; /* a chair, or TABLE_CHANCE */
        struct {
            int order[GAME_SEATS_MAX]; /* the seat of each chair */
            int begins;                /* a seat, or TABLE_CHANCE */
            struct table_fork fork;
            struct day_mark daily;
        } start;
        char deal[GAME_DEAL_TEXT_MAX]; /* before the start: a later deal of a fork */
        struct {
            int seat;
            bool sealed; /* others do not see the text */
            char text[GAME_TEXT_MAX];
        } move;
        int seat; /* of ask, leave, back, pause, resume */
        struct {
            int seat;
            bool yes;
        } agree;
        struct {
            int seat;
            int steps; /* the move and what has happened since */
        } takeback;    /* also of TABLE_UNDO */
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
        struct {
            struct table_person person;  /* without a name if nobody knows it here */
            bool on;                     /* of TABLE_SILENCE */
            int chair;                   /* of TABLE_REMOVE: the person sat there; -1: nowhere */
            char level[TABLE_LEVEL_MAX]; /* of the bot that goes on; empty: the chair is free */
        } order;                         /* of TABLE_REMOVE, TABLE_SILENCE */
    };
};

enum table_chair_kind { TABLE_CHAIR_FREE, TABLE_CHAIR_PERSON, TABLE_CHAIR_BOT };

struct table_chair {
    enum table_chair_kind kind;
    uint64_t player;
    char *name;            /* heap; of a person, or of a level that is not known here; else NULL */
    const struct bot *bot; /* of a bot, or the stand-in of a person */
    struct fair_number number; /* known to all */
    struct fair_number seal;   /* of the number, which is not yet known if it is not given */
    bool reseal;               /* the seal was opened in vain: a new one is due */
    int seat;                  /* -1 before the start */
    bool here, standin;
    bool late;       /* the time for this move was up: it is the stand-in's */
    bool returns;    /* the person is back, and has the seat after that move */
    int64_t left_at; /* steady; 0: has not left */
};

/* A deal or move of the game. */
struct table_step {
    move m;
    int seat; /* RECORD_DEAL, or the seat that moved */
    union {
        int deal;         /* index of the deal */
        uint32_t used_ms; /* by the mover's clock for this move */
    };
};

struct table_seat {
    int chair;
    int64_t began;   /* when this seat's clock started, as the clock runs; 0: it does not run */
    int64_t bank_ms; /* left */
    /* The plan of its bot, in steady time; not in the journal. */
    uint32_t planned;  /* the version of the table that the plan is for */
    bool answered;     /* the answer waits for its moment */
    int64_t ask_at;    /* when to ask; 0: never */
    int64_t must_at;   /* when its waiting bot is asked again and must move; 0: it does not wait */
    int64_t asked;     /* when it was asked; 0: no answer is due */
    int64_t answer_at; /* the moment of its answer, drawn before it thinks */
    move answer;
    int used[TABLE_SHARES];
};

/* The share that a person has used of the bounds before the game and for spectators. */
struct table_tally {
    uint64_t player;
    int said, sat;
};

/* The orders of the host about a person. */
struct table_order {
    uint64_t player;
    bool removed, silenced;
};

/* A request that was carried out. */
struct table_key {
    uint64_t player;
    int n; /* its first event */
    char text[TABLE_KEY_MAX];
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
    int stacked; /* the deals of a fork that are known: `deal` begins with them */
    int said_count;
    struct table_tally *tally; /* until the bounds for all are reached */
    int tallies, tallies_cap;
    struct table_order *order;
    int orders, orders_cap;
    struct table_key *key; /* oldest first */
    int keys, keys_cap;
    const char *asks;   /* the key of the current request, until its first event has it; or NULL */
    int said_open;      /* messages before the game and by spectators */
    int sat;            /* how often people have sat down, */
    int arranged;       /* and the host has seated bots, named who begins, or kept order */
    int n;              /* events so far */
    int position;       /* the last deal, move or take-back that a seat still to move knows of */
    struct moment beat; /* of the last event that moves clocks */
    uint32_t version;   /* rises with each change that a bot has to think about again */
    enum table_phase phase;
    int begins;   /* currently: a chair, or TABLE_CHANCE */
    int ask_seat; /* -1: nobody asks to take back */
    uint32_t ask_waiting;
    int pause_seat;    /* who asked for the pause; -1: there is none */
    int64_t paused_at; /* as the clock runs; 0: it does not stand */
    struct turns turns;
    bool returned;   /* by the last event somebody has the seat of a stand-in again */
    bool drawing;    /* everybody's numbers are being revealed, then the game starts */
    int draws;       /* how often that began */
    int64_t draw_at; /* when it began, or its last seal was given; steady, or by days the date */
    bool practice;   /* a move that told something was taken back, or it is a fork */
    struct table_fork fork;
    struct day_mark daily; /* the daily deal that it has: see daily.h */
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
    TABLE_NEW_DRAW = 64, /* seals and numbers before the start */
    TABLE_NEW_PAUSE = 128,
    TABLE_NEW_ALL = 255,
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
    TABLE_ASK_SEAL,
    TABLE_ASK_REVEAL,
    TABLE_ASK_REMOVE,
    TABLE_ASK_SILENCE,
    TABLE_ASK_PAUSE,
};

/* A person's request to a table; texts are borrowed. */
struct table_request {
    enum table_ask_kind kind;
    uint64_t player;
    const char *name;
    int chair;         /* -1: any; begins: TABLE_CHANCE */
    const char *level; /* a bot's; NULL: none */
    const char *text;  /* move, talk, or the rematch's id */
    bool yes;          /* agree; silence: from now on */
    bool phrase;       /* talk: the text names a phrase */
    bool has_seen;     /* a move: `seen` is given */
    int seen;          /* the newest event that its chooser had seen */
    struct fair_number number, seal;
    uint64_t target; /* remove, silence: the person */
    const char *key; /* NULL: none */
};

/* table.c: events make and change a table. */
struct table *table_new(const char *id, const struct table_plan *plan);
void table_free(struct table *t);
/* The plan of a rematch: the same set-up and people, by the current rules; the beginner is drawn.
 */
void table_plan_rematch(const struct table *t, struct table_plan *out);
/* Carries out an event. False: it cannot follow the earlier ones (a broken journal). */
bool table_apply(struct table *t, const struct table_event *e);
/* Nobody sits on the chair any more; numbers that were revealed before the start are void. */
void table_clear_chair(struct table *t, int chair);
int table_find_chair(const struct table *t, uint64_t player); /* or -1 */
int table_find_seat(const struct table *t, uint64_t player);  /* or GAME_SPECTATOR */
/* Whether several seats choose in secret now. */
bool table_is_sealed(const struct table *t);
bool table_is_played_by_bot(const struct table *t, int seat);
const struct state *table_state(const struct table *t);
/* The seats that may move now, as bits; 0 before and after the game. */
uint32_t table_actors(const struct table *t);
/* The chairs of people whose seats may move now, or whose numbers are due, as bits. */
uint32_t table_acting_chairs(const struct table *t);
/* Replays the first `steps` steps into `s`. */
void table_replay(const struct table *t, int steps, struct state *s);
/* Applies step `step` to the state before it. */
void table_replay_step(const struct table *t, int step, struct state *s);

/* table_bounds.c: NULL, or why the bounds of the journal do not permit one more event of this kind
   by the player: sit, bot, begins, remove, silence, talk, ask, back, or a move that is a
   signal. */
const char *table_refuse_event(const struct table *t, enum table_kind kind, uint64_t player);
/* Counts an event that is being applied. */
void table_count_event(struct table *t, const struct table_event *e);

/* table_keys.c: a request that comes again, with the key of one that was carried out. */
bool table_is_key(const char *text, size_t len); /* NULL is none */
/* The first event of the player's request with this key; -1: it was not carried out, or long ago.
 */
int table_find_key(const struct table *t, uint64_t player, const char *key);
/* Whether it is too late for the request: a client numbers its keys, `letters-1`, `letters-2`, and
   so many later ones were carried out that nobody remembers this one. */
bool table_is_late(const struct table *t, uint64_t player, const char *key);
/* The person whose request begins with this event, before it is applied; 0: nobody's does. */
uint64_t table_find_asker(const struct table *t, const struct table_event *e);
void table_note_key(struct table *t, uint64_t player, const char *key, int n);
/* The member of such an event in the journal, which may be missing. */
struct json_t;
void table_write_key(const struct table_event *e, struct buf *b);
bool table_read_key(const struct json_t *o, struct table_event *e);

/* table_handle.c: carries out a request; false: nothing has changed, and `p` says why. One whose
   key is known has been carried out: true, without effects. */
bool table_handle(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p);
/* Whether this player's move would be accepted now; if not, `p` says why. */
bool table_check_move(const struct table *t, uint64_t player, const char *text, struct problem *p);
/* Adds the first event of the journal. */
void table_create(struct table *t, uint64_t player, const char *name, const struct moment *now,
                  struct table_effects *fx);
/* Starts the game, before its first deal. All chairs are taken. */
void table_start(struct table *t, enum table_seats seats, const struct moment *now,
                 struct table_effects *fx);
/* Inside table/: carries out an event and appends it to the effects. */
void table_add(struct table *t, const struct table_event *e, const struct moment *now,
               struct table_effects *fx);
/* After a step: deals while a deal is due, and ends the game when it is over. */
void table_go_on(struct table *t, const struct moment *now, struct table_effects *fx);

/* table_draw.c: seals and numbers of people before the game; see docs/fair-deals.md. */
/* Carries out TABLE_SEAL, TABLE_DRAW and TABLE_REVEAL. */
bool table_apply_draw(struct table *t, const struct table_event *e);
/* A chair has become free: the numbers revealed so far are void. */
void table_void_draw(struct table *t);
/* Whether everybody's number is known, or was never promised. */
bool table_has_numbers(const struct table *t);
/* The chairs whose seals or numbers are due now, as bits. */
uint32_t table_draw_waits(const struct table *t);
/* All chairs are taken: starts the game, or first asks for the numbers that were sealed. */
void table_begin(struct table *t, const struct moment *now, struct table_effects *fx);
bool table_seal(struct table *t, const struct table_request *r, const struct moment *now,
                struct table_effects *fx, struct problem *p);
bool table_reveal(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p);
struct moment table_draw_due(const struct table *t); /* when time is up for it; or TABLE_NEVER */
/* Frees the chairs of people who did not give their numbers in time. */
void table_free_late(struct table *t, const struct moment *now, struct table_effects *fx);
/* Lists by chair, of 64 digits or null: the members `seals` and `numbers`. */
void table_write_seals(const struct table *t, struct buf *b);
void table_write_numbers(const struct table *t, struct buf *b);
/* The member `draw` of updates. */
void table_write_draw(const struct table *t, struct buf *b);

/* table_order.c: the host keeps order. */
/* Carries out TABLE_REMOVE and TABLE_SILENCE. */
bool table_apply_order(struct table *t, const struct table_event *e);
/* NULL, or why the person may not come to this table any more. */
const char *table_refuse_person(const struct table *t, uint64_t player);
/* NULL, or why the host does not let the person talk. */
const char *table_refuse_talk(const struct table *t, uint64_t player);
bool table_remove(struct table *t, const struct table_request *r, const struct moment *now,
                  struct table_effects *fx, struct problem *p);
bool table_silence(struct table *t, const struct table_request *r, const struct moment *now,
                   struct table_effects *fx, struct problem *p);
/* The members of such an event in the journal and for people. */
void table_write_order(const struct table_event *e, struct buf *b);
bool table_read_order(const struct json_t *o, struct table_event *e);

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

/* table_pause.c: a pause that everybody sees. */
bool table_is_paused(const struct table *t);
/* Carries out TABLE_PAUSE and TABLE_RESUME. */
bool table_apply_pause(struct table *t, const struct table_event *e);
bool table_pause(struct table *t, const struct table_request *r, const struct moment *now,
                 struct table_effects *fx, struct problem *p);
/* The member `pause` of updates. */
void table_write_pause(const struct table *t, struct buf *b);

/* table_takeback.c: what a take-back undoes. */
struct table_undo {
    int steps;     /* the seat's move and what has happened since */
    bool practice; /* it undoes what was learned or played since: only against bots alone */
};
/* NULL, or why the player cannot take the last move back now. */
const char *table_refuse_takeback(const struct table *t, uint64_t player, struct table_undo *out);
/* The number of steps to take back where others have to agree: the last move and the signals since,
   which speak of a position that is gone. 0: there is no move. */
int table_count_takeback(const struct table *t);
/* table_learned.c: whether that step told any seat or a spectator something. */
bool table_has_told(const struct table *t, int step);
/* Carries out TABLE_TAKEBACK and TABLE_UNDO as far as the steps of the game go; false: it cannot
   follow the earlier ones. */
bool table_drop_steps(struct table *t, const struct table_event *e);
/* Answers the request `undoes`; false: `p` says why the player cannot take back now. */
bool table_write_undo(const struct table *t, uint64_t player, struct buf *b, struct problem *p);

/* table_clock.c: time. */
/* Sets a live clock in seconds; false: out of range. */
bool table_set_clock(struct table_clock *c, int64_t move_s, int64_t bank_s);
/* When table_tick is due: by the steady time or by the date, whichever comes first; each may be
   TABLE_NEVER. */
struct moment table_next_due(const struct table *t);
/* The milliseconds until then; at most 0: it is due; or TABLE_NEVER. */
int64_t table_wait_ms(const struct table *t, const struct moment *now);
/* Handles all due clocks and bots. `think` gets the seats whose bots to ask, `must` those that must
   move. A bot's answer becomes a move `delay_ms` to 1.5 `delay_ms` after its turn began, at a
   moment drawn before it is asked, so that the time says nothing about its cards. A later answer is
   played when it comes. Where people may act too, a bot that leaves them the turn waits some
   seconds at least, except with a delay of 0: then bots wait for nobody, for tests and for faces
   that keep the order themselves. */
void table_tick(struct table *t, const struct moment *now, int64_t delay_ms,
                struct table_effects *fx, uint32_t *think, uint32_t *must);
/* A bot that was asked is not stuck: it waits for others. Its time begins anew. */
void table_put_off(struct table *t, int seat, const struct moment *now);
/* A bot could not be asked: it is asked again in a moment. */
void table_ask_again(struct table *t, int seat, bool must, const struct moment *now);
/* Whether the next tick plays a move for a bot that has not answered for too long. */
bool table_is_stuck(const struct table *t, int seat, const struct moment *now);
/* Takes the answer of a seat's bot, asked at `version`; a late answer is ignored. */
void table_answer(struct table *t, int seat, uint32_t version, move m, const struct moment *now,
                  int64_t delay_ms, struct table_effects *fx);
/* Plans the bots' turns: after events, and after reading a journal. */
void table_plan_bots(struct table *t, const struct moment *now, int64_t delay_ms);
/* Their questions were dropped: the next table_plan_bots asks again. */
void table_drop_plans(struct table *t);
/* How long the seat's bot may think before the moment of its answer, in milliseconds; 0: there is
   no such moment, because bots answer without a delay. */
int64_t table_think_ms(const struct table *t, int seat, const struct moment *now);
/* When the seat's time runs out, as its clock runs, or TABLE_NEVER. */
int64_t table_seat_due(const struct table *t, int seat);
/* The same as a date, for people. */
int64_t table_seat_until(const struct table *t, int seat, const struct moment *now);
/* The time of an event on the table's clock. */
int64_t table_clock_time(const struct table *t, const struct table_event *e);
/* Charges the mover's clock and starts the clocks of the seats that may now move; returns the time
   that the move took. */
uint32_t table_run_clocks(struct table *t, uint32_t before, int mover, int64_t at);
/* After a take-back: the seat's clock goes on as if it had not stopped for its last move. */
void table_rewind_clocks(struct table *t, uint32_t before, const struct table_step *undone,
                         int64_t at);

/* Whether clocks depend on the time of such an event. */
bool table_moves_clocks(enum table_kind kind);

/* table_daily.c: the question for a seat's bot at a table with a daily deal: the view, and the
   seed, which is returned. */
uint64_t table_ask_daily(const struct table *t, int seat, struct view *out);

/* table_event.c: writes and reads the journal's text of an event. */
/* The member `fork` with its comma; nothing if it is none. */
void table_write_fork(const struct table_fork *f, struct buf *b);
/* Reads its value, which may be missing (NULL). */
bool table_read_fork(const struct json_t *o, struct table_fork *f);
void table_write_event(const struct table_event *e, const struct table_plan *plan, struct buf *b);
bool table_read_event(const char *text, size_t len, struct table_event *e, struct table_plan *plan);
/* Reading a journal: the caller sets `id`, the first event makes the table. */
struct table_reading {
    const char *id;
    struct table *t;
    int end; /* events from this number on are not read; 0: all are */
    bool broken;
    bool unknown;       /* broken, because another version wrote it: nothing is damaged */
    struct problem why; /* if it is broken: in words for people */
};
/* Reads the next event of a journal into a `struct table_reading`; false: it is broken, or `end` is
   reached. After a broken event the table may be half changed. */
bool table_read_on(void *reading, int n, int64_t at, const char *text, size_t len);
/* The event as a seat (or GAME_SPECTATOR) may see it. */
void table_show_event(const struct table_event *e, const struct table *t, int seat, struct buf *b);

/* table_snapshot.c: the table without its journal, for a cache. */
enum { TABLE_SNAPSHOT = 7 }; /* the format: rises when it, or what events mean, changes */
void table_write_snapshot(const struct table *t, struct strbuf *out);
/* Reads a snapshot into a table that has only its first event. False: it is damaged, and so is the
   table now. */
bool table_read_snapshot(struct table *t, const char *text, size_t len);

/* table_write.c: the table as JSON for people. */
/* Where the members `view` and `legal` are in the output, without commas around them; empty: they
   are not there. */
struct table_span {
    size_t start, end;
};
/* One update for `player`: the events (maybe none) and the changed members. */
struct table_span table_write_update(const struct table *t, uint64_t player,
                                     const struct table_event *const *e, int n, unsigned changed,
                                     const struct moment *now, struct strbuf *out);
/* All members, without the talk of `muted` players. */
struct table_span table_write_whole(const struct table *t, uint64_t player, const uint64_t *muted,
                                    int mutes, const struct moment *now, struct strbuf *out);
/* The members `view` and `legal` of a game that has begun, as in an update. */
void table_write_sight(const struct game *g, const struct state *s, int seat, struct strbuf *out);
/* One row of a list of tables. */
void table_write_row(const struct table *t, struct strbuf *out);
/* The game so far as a record, one line with its line end. */
void table_write_record(const struct table *t, struct strbuf *out);
/* The beginning of that line, up to the result; further members and the end may follow. */
void table_write_steps(const struct table *t, struct strbuf *out);
/* The cards that the last step showed to everybody for a moment, as JSON; "": none. The game must
   have `write_shown`. */
void table_write_shown(const struct game *g, const struct state *s, char text[TABLE_SHOWN_MAX]);
/* The step after the seat's last move; 0: it has not moved. */
int table_find_own_step(const struct table *t, int seat);
void table_write_clock(const struct table_clock *c, struct buf *b);
void table_write_player(uint64_t player, struct buf *b); /* 16 digits, quoted */

/* table_past.c: what happened in a running game, for those who play it. */
enum { TABLE_PAST_MAX = 64 }; /* moments in one answer */
/* The first moment that the seat may look at: the beginning, or the own last move where memory is
   part of the game. */
int table_past_from(const struct table *t, int seat);
/* Writes a list of at most `count` moments from moment `from` on, as the seat saw each of them then
   (replay_write_moment). `from` is not before table_past_from. */
void table_write_past(const struct table *t, int seat, int from, int count, struct strbuf *out);
/* Answers the request `past` with the members `first`, `last` and `moments`; false: `p` says why
   this player may not look. */
bool table_tell_past(const struct table *t, uint64_t player, int from, struct strbuf *out,
                     struct problem *p);

/* table_aids.c: what a player could work out (core/aids.h), at tables where that is agreed. */
/* NULL, or why this player gets no aids here. */
const char *table_refuse_aids(const struct table *t, uint64_t player);
/* Answers the request `aids` with the member `aids`; false: `p` says why there is none. */
bool table_tell_aids(const struct table *t, uint64_t player, struct strbuf *out, struct problem *p);

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
