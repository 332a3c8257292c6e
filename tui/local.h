/*
 * A game at this terminal: people at one keyboard and bots at a `struct table`, like tables of the
 * server and the page. Chairs are seats here, and each person is a player of the table.
 *
 * Every event goes into the journal, and the journal into the saved game, before anything is shown.
 * The caller drives the game: `local_tick` handles clocks and bots' turns, `local_find_bot` gives
 * the next question for a bot, `local_think` answers it, in any thread, and `local_answer` takes
 * the answer. All chance comes from the seed, so a resumed game has the same cards and moves of
 * bots.
 *
 * If several seats may move and not in secret, people come first: a bot may give signals, but it
 * moves only after a person has given one or has let the bots move (`local_yield`).
 */
#ifndef PARLOR_TUI_LOCAL_H
#define PARLOR_TUI_LOCAL_H

#include <jansson.h>

#include "search/hint.h"
#include "table/bot_memory.h"
#include "table/daily.h"
#include "table/driver.h"
#include "table/fork.h"
#include "table/table.h"
#include "tui/saves.h"

struct local {
    struct table *t;
    json_t *log;               /* the events to print, with their `shown` */
    char path[SAVES_PATH_MAX]; /* of the saved game; "": not saved */
    int error;                 /* errno of saving it; 0: success */
    bool hints;                /* they come by themselves; the caller sets it */
    /* Private. */
    uint64_t seed;
    struct moment now;
    int64_t ahead_ms;                    /* of the steady time against the monotonic clock */
    uint64_t iterations[GAME_SEATS_MAX]; /* the budget of a seat's bot; 0: its level's */
    json_t *journal;                     /* all events: a list of [time, event] */
    struct state_room seen;              /* the state after `steps` steps */
    int steps;                           /* those whose `shown` was noted */
    uint32_t must;                       /* the asked bots that must move */
    bool yielded;                        /* people have let the bots move in this turn */
    char shown[TABLE_SHOWN_MAX];         /* by the last step */
    struct bot_memory memory[GAME_SEATS_MAX + 1]; /* of each seat's bot; the last is for hints */
    void *reasons;                                /* working memory of a hint's reasons; or NULL */
    struct table_effects fx;
};

/* The plan of a new game. */
struct local_plan {
    struct setup setup;
    struct table_clock clock;
    struct driver_bot bot[GAME_SEATS_MAX]; /* a seat with a NULL `bot.bot` is a person's */
    uint64_t seed;
    bool aids;   /* permitted to all */
    bool begins; /* the set-up names the player who begins; otherwise the seed draws one */
};

/* A question for a bot, complete in itself: the table may change while the bot thinks. */
struct local_question {
    struct view_room view;
    const struct game *game;
    const struct bot *bot;
    void *scratch;
    uint64_t iterations, seed;
    int seat;
    uint32_t version; /* of the table */
    bool must;        /* the bot must move if it can */
    bool hint;        /* waiting is weighed too, and may be the answer */
    bool whole;       /* the whole budget is spent, however long it takes */
    void *reasons;    /* of a hint: working memory */
};

/* All four fill `l` but keep its `path`. */
void local_start(struct local *l, const struct local_plan *plan);
/* A person plays on from a moment of a record, which has been checked; `bot` has those of the other
   seats. False: `p` says why not, and `l` needs no local_clear. */
bool local_fork(struct local *l, const struct record *r, const struct fork_wish *wish,
                const struct driver_bot bot[GAME_SEATS_MAX], uint64_t seed, struct problem *p);
/* A person at the daily deal. */
void local_daily(struct local *l, const struct daily *d);
/* Seats people and bots as in the newest saved game of this kind; false: there is none, and the
   plan is unchanged. */
bool local_recall(struct local_plan *plan);
/* Resumes a saved game, a record line; false: `p` says why not, and `l` needs no local_clear. */
bool local_resume(struct local *l, const char *line, size_t len, struct problem *p);
void local_clear(struct local *l);

/* Appends the game's record with its line end; a member `local` has players, seed and journal. */
void local_write(const struct local *l, struct strbuf *out);

/* People's requests; false: `p` (started) says why not. */
bool local_move(struct local *l, int seat, const char *text, struct problem *p);
/* Asks to take back a person's last move; without other people it is taken back at once. */
bool local_take_back(struct local *l, struct problem *p);
/* The answer of everybody who was asked. */
bool local_agree(struct local *l, bool yes, struct problem *p);
/* Whether people may move or leave the turn to a bot that has said that it wants it. */
bool local_has_wish(const struct local *l);
/* People let the bots move; false: no bot may move. */
bool local_yield(struct local *l);

/* Handles due clocks and bots' turns. */
void local_tick(struct local *l);
/* The question for the next bot; false: no bot is due. */
bool local_find_bot(struct local *l, struct local_question *q);
/* The question for a hint to that seat, for local_advise; false: it has no move, or the game is a
   daily deal, which everybody plays without help. */
bool local_ask_hint(struct local *l, int seat, struct local_question *q);
/* Why there is no hint, as a message id. */
const char *local_no_hint(const struct local *l);
/* Answers a question; `stop` as in struct bot_limits. */
move local_think(const struct local_question *q, const atomic_bool *stop);
/* Answers the question for a hint. */
void local_advise(const struct local_question *q, const atomic_bool *stop, struct hint *out);
void local_answer(struct local *l, const struct local_question *q, move m);
/* Whether bots act before people are asked. */
bool local_has_bots_turn(const struct local *l);
/* Milliseconds until local_tick is due; -1: only people can act. */
int local_wait_ms(const struct local *l);

/* The seats of people, and of people who may move now, as bits. */
uint32_t local_people(const struct local *l);
uint32_t local_movers(const struct local *l);
/* Whether a seat may give signals now. */
bool local_may_talk(const struct local *l, int seat);
/* The table as JSON for that seat (docs/protocol.md). */
json_t *local_look(const struct local *l, int seat);
/* The past, as far as the seat may look at it: a list of moments (docs/protocol.md). */
json_t *local_past(const struct local *l, int seat);
/* The answer to the seat's request `aids`; NULL: `p` says why there is none. */
json_t *local_aids(const struct local *l, int seat, struct problem *p);
/* JSON of the seat's view after its move, in a world drawn from its view. */
void local_preview(const struct local *l, int seat, const char *text, struct buf *b);
/* Whether event `i` of the log is a sealed choice that `seat` may not know. */
bool local_is_secret(const struct local *l, int i, int seat);

#endif
