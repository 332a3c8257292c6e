/*
 * The interface of every bot.
 *
 * A bot receives a view, never a state: facts that its seat cannot know are out of reach. It uses
 * only memory that the caller gives it (solo Smitten's expert also has its books, and threads that
 * help it or make a book). Its answer depends only on view, limits and seed: equal arguments give
 * equal moves on every platform, unless the clock or `stop` cuts the search short. Floating point
 * is limited to + - * / and sqrt, which IEEE fixes.
 */
#ifndef PARLOR_SEARCH_BOT_H
#define PARLOR_SEARCH_BOT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "core/turns.h"

struct bot_limits {
    uint64_t iterations;       /* thinking budget; 0: the level's own */
    uint64_t time_ns;          /* cap in addition; 0: none */
    uint64_t (*clock)(void *); /* monotonic nanoseconds, needed for a cap */
    void *clock_source;
    const atomic_bool *stop; /* set by another thread: answer within 20 ms; may be NULL */
    size_t memory;           /* the most working memory to use, where less than `scratch` will do */
    bool must;               /* all others wait: MOVE_NONE and talk are not allowed */
    /* For reviews: spend the budget on this legal move only; the others' values may be rough. NULL:
       choose. A bot whose values are settled may ignore it. */
    const move *only;
    bool weigh; /* for reviews and hints: value waiting too, where the seat may wait */
};

#define BOT_UNKNOWN (-1e9)

/* One move that was considered. */
struct bot_value {
    move m;
    double value;    /* maximised by the bot for its seat */
    double points;   /* expected points at the end (Luz: of this deal); BOT_UNKNOWN: not known */
    double win;      /* chance to win the game, a shared win counted in parts; or BOT_UNKNOWN */
    uint64_t visits; /* iterations spent on it */
    bool settled;    /* more thinking about this move would not change it */
};

struct bot_choice {
    move m; /* a legal move, a talk move, or MOVE_NONE */
    int n;
    struct bot_value seen[GAME_MOVES_MAX]; /* the moves compared, best first if ordered */
    uint64_t iterations;                   /* actually spent */
    /* If asked to weigh it: what waiting is worth, as a value of MOVE_NONE. A bot that knows no
       waiting leaves `weighed` alone, so the caller clears it. */
    bool weighed;
    struct bot_value wait;
};

/* A question to a bot. `scratch` is `bot->scratch` bytes, zeros before the first question and
   untouched by the caller between questions: a bot may keep caches there, which never change its
   answer. */
struct bot_question {
    const struct game *game;
    const struct view *view; /* NULL in hindsight */
    int seat;                /* the seat that chooses: an actor in this view */
    const struct bot_limits *limits;
    uint64_t seed;
    void *scratch;
};

struct bot {
    const struct game *game; /* NULL: plays every game */
    const char *name;        /* the level: random, easy, medium, hard, expert, ... */
    const char *about;       /* message id of a sentence about it */
    bool coded;              /* its signals are a code: never seat it beside a person */
    uint64_t iterations;     /* the level's own budget for one choice */
    size_t scratch;          /* bytes of working memory that `choose` needs, aligned to 64 */
    const void *tuning;      /* constants of the level, private to its searcher */
    void (*choose)(const struct bot *bot, const struct bot_question *q, struct bot_choice *out);
    /* For reviews only, never for play: the same with all cards of the true state open. NULL if
       the bot has no such mode. */
    void (*hindsight)(const struct bot *bot, const struct bot_question *q, const struct state *s,
                      struct bot_choice *out);
    /* For external programs (table/bot_command.h), NULL for all others: a game begins for the seat,
       with its options; a game is over, with its result as JSON. */
    void (*open)(const struct bot *bot, const struct game *g, int seats, const int *opt, int seat,
                 void *scratch);
    void (*close)(const struct bot *bot, const char *result, int seat, void *scratch);
};

/* The move to suggest after a question that was to weigh waiting: the bot's choice, but MOVE_NONE
   instead of a move that is worth less than waiting. */
move bot_advice(const struct bot_choice *c, bool must);
/* Whether a choice is worth more than another: by chances to win, then points, then the bot's own
   values. */
bool bot_is_worth_more(const struct bot_value *a, const struct bot_value *b);
/* Whether the bot found that waiting is worth more than each of its moves. */
bool bot_would_wait(const struct bot_choice *c);

/* Whether thinking has to end now; reads the clock only on every 64th count. */
bool bot_should_stop(const struct bot_limits *limits, uint64_t started_ns, uint64_t count);
/* The clock's reading for `started_ns`, 0 without a clock. */
uint64_t bot_start(const struct bot_limits *limits);

/* All bots, closed by NULL (search/list.c). */
extern const struct bot *const bots_list[];
/* The game's best level, for reviews. */
const struct bot *bots_strongest(const struct game *g);
/* The best level that answers soon, for hints. */
const struct bot *bots_adviser(const struct game *g);
/* The level that plays where nobody says which, and for people who are away: "medium" where the
   game has it, or the nearest below. */
const struct bot *bots_usual(const struct game *g);
/* The game's bot of that name, or NULL. */
const struct bot *bots_find(const struct game *g, const char *name);

#endif
