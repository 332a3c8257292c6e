/*
 * A game at this terminal: people at one keyboard and bots around a `struct table`, as the server
 * and the page hold theirs. A chair is a seat here, and each person is a player of the table.
 *
 * Every event goes into the journal, and the journal into the saved game, before anything is shown.
 * The caller keeps the game going: `local_tick` does what is due, `local_find_bot` gives the next
 * question for a bot, which may be thought about in another thread, and `local_answer` takes the
 * answer. All chance comes from the seed, so a saved game goes on as it would have gone on.
 *
 * Where several act in the open, people come first: a bot may say something, but it moves only once
 * a person has spoken, or has let the bots move (`local_yield`).
 */
#ifndef PARLOR_TUI_LOCAL_H
#define PARLOR_TUI_LOCAL_H

#include <jansson.h>

#include "table/driver.h"
#include "table/table.h"
#include "tui/saves.h"

struct local {
    struct table *t;
    json_t *log;               /* the events that are told; `shown` is what one showed */
    char path[SAVES_PATH_MAX]; /* of the saved game; "": it is not kept */
    int error;                 /* errno of keeping it; 0: all went well */
    /* Private. */
    uint64_t seed;
    uint64_t iterations[GAME_SEATS_MAX]; /* the budget of a seat's bot; 0: its level's own */
    json_t *journal;                     /* every event: a list of [time, event] */
    struct state_room seen;              /* after the steps whose `shown` was noted */
    int steps;                           /* how many these are */
    uint32_t must;                       /* of the bots that were asked, those that have to move */
    bool yielded;                        /* people let the bots move in this turn */
    char shown[TABLE_SHOWN_MAX];         /* by the last step */
    struct {
        const struct bot *bot;
        void *scratch;
    } memory[GAME_SEATS_MAX + 1]; /* of each seat's bot; the last one gives hints */
    struct table_effects fx;
};

/* What a new game is made from. */
struct local_plan {
    struct setup setup;
    struct table_clock clock;
    struct driver_bot bot[GAME_SEATS_MAX]; /* a seat without `bot.bot` is a person's */
    uint64_t seed;
    bool begins; /* the set-up says who begins; otherwise the seed draws it */
};

/* A question for a bot. It stands for itself: the table may change while the bot thinks. */
struct local_question {
    struct view_room view;
    const struct game *game;
    const struct bot *bot;
    void *scratch;
    uint64_t iterations, seed;
    int seat;
    uint32_t version; /* of the table */
    bool must;        /* the bot has to move if it can */
};

/* Each of these fills `l`, which keeps its `path`. The last two read a record line; false: `p` says
   why not, and nothing needs to be cleared. */
void local_start(struct local *l, const struct local_plan *plan);
/* Goes on with a saved game. */
bool local_resume(struct local *l, const char *line, size_t len, struct problem *p);
/* The first `events` events of a record (-1: all), to be looked at. */
bool local_watch(struct local *l, const char *line, size_t len, int events, struct problem *p);
void local_clear(struct local *l);

/* What people ask; false: `p` (started) says why not. */
bool local_move(struct local *l, int seat, const char *text, struct problem *p);
/* Asks to take back the last move of a person. With no other person it is taken back at once. */
bool local_take_back(struct local *l, struct problem *p);
/* The answer of all who are asked. */
bool local_agree(struct local *l, bool yes, struct problem *p);
/* People let the bots move; false: there is no bot that may. */
bool local_yield(struct local *l);

/* Does what is due: bots' turns, and the clocks of people. */
void local_tick(struct local *l);
/* The question for the bot that is to be asked now; false: none is. */
bool local_find_bot(struct local *l, struct local_question *q);
/* The question what a good bot would do in that seat; false: it can do nothing. */
bool local_ask_hint(struct local *l, int seat, struct local_question *q);
/* Thinks about it; `stop` as for bots. */
move local_think(const struct local_question *q, const atomic_bool *stop);
void local_answer(struct local *l, const struct local_question *q, move m);
/* Whether bots have something to do before people are asked. */
bool local_has_bots_turn(const struct local *l);
/* Milliseconds until there is something to do; -1: only people can go on. */
int local_wait_ms(const struct local *l);

/* Bits of the seats that people have; of those who may move now. */
uint32_t local_people(const struct local *l);
uint32_t local_movers(const struct local *l);
/* Whether a seat may say something now. */
bool local_may_talk(const struct local *l, int seat);
/* What the table tells that seat, as docs/protocol.md has it. */
json_t *local_look(const struct local *l, int seat);
/* JSON of what the seat would see after its move, in one world of those that its view permits. */
void local_preview(const struct local *l, int seat, const char *text, struct buf *b);
/* Whether event `i` of the log is a sealed choice of another seat that nobody else may know. */
bool local_is_secret(const struct local *l, int i, int seat);

#endif
