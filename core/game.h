/*
 * The interface of every game, and the functions that all games share.
 *
 * A game is one constant `struct game`. Each game completes `struct state` (the whole truth) and
 * `struct view` (all that one seat may know, with perfect memory) in its own private header, so
 * a file that includes one game's header cannot see another's, and nothing is cast.
 *
 * Every game keeps these invariants, and tests/laws checks them:
 *  1. States and views are flat: no pointers, zeroed first, copied by memcpy. Equal situations
 *     are equal bytes, in whatever order sealed choices came.
 *  2. `apply` draws no random number: chance enters only by `deal`.
 *  3. A move is legal exactly if `refuse` returns NULL; `legal` lists every legal move but talk,
 *     each once.
 *  4. A seat's legal moves depend on nothing that the seat cannot know.
 *  5. Games allocate nothing, print nothing and read no clock.
 *  6. Messages for people are ids of the catalogue in po/, marked by MSG().
 */
#ifndef PARLOR_CORE_GAME_H
#define PARLOR_CORE_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "core/rng.h"

struct state;
struct view;

/* One complete choice, in the game's own encoding. Equal moves are equal numbers. */
typedef uint64_t move;

/* A move with this bit is a signal: it changes no clock, no turn and no right to take back. A seat
   that is no actor may make it too; `legal` never lists it. */
#define MOVE_TALK (UINT64_C(1) << 63)

/* No move: the seat waits for another one to act first. */
#define MOVE_NONE UINT64_MAX

/* Modules that never deal anew leave `redeal` out. */
#ifdef WITHOUT_REDEAL
#define GAME_REDEAL(function) NULL
#else
#define GAME_REDEAL(function) (function)
#endif

/* Modules without statistics leave `facts` out. */
#ifdef WITHOUT_FACTS
#define GAME_FACTS(function) NULL
#else
#define GAME_FACTS(function) (function)
#endif

/* Marks a message id, for po/check.py. */
#define MSG(id) (id)

enum {
    GAME_SEATS_MAX = 5,
    GAME_OPTIONS_MAX = 8,
    GAME_MOVES_MAX = 64, /* legal moves of a seat, in any position of any game */
    GAME_CARDS_MAX = 88, /* in one deal */
    GAME_STATE_MAX = 1024,
    GAME_VIEW_MAX = 1024,
    GAME_TEXT_MAX = 32,    /* one move as text, the NUL included */
    GAME_JSON_MAX = 16384, /* one view or result as JSON */
    GAME_DEAL_TEXT_MAX = 512,
    GAME_FACTS_MAX = 4,  /* of one game */
    GAME_SPECTATOR = -1, /* for `observe`: sees only public information */
};

/* Bit of `actors`: the next event is a deal. */
#define GAME_DEALER (UINT32_C(1) << 31)

/* An option. Its value is an index into `values`, or a bit mask of `letters`. */
struct game_option {
    const char *name;
    const char *const *values; /* closed by NULL; NULL itself for a set of letters */
    const char *letters;       /* of a set, in the order in which they are written */
    int preset;                /* the default; GAME_OPTION_OPEN: the deal decides */
    const char *note;          /* message id of a remark for people; NULL: none */
};
#define GAME_OPTION_OPEN (-1)

/* A deal: every card in the order of the record's deal text. */
struct deal {
    int n;
    uint8_t card[GAME_CARDS_MAX];
};

/* The score, final or so far: points per seat, and the winners as seat bits. */
struct result {
    int seats;
    int score[GAME_SEATS_MAX];
    uint32_t winners;
};

/* What a finished game tells of a seat besides its result, for statistics over many games: `n`
   times of `of`, or with `of` 0 so many in the game. */
struct game_fact {
    const char *id; /* the message that tells of the mean */
    int n, of;
};

struct game {
    const char *name;
    const char *title; /* message id of the displayed name; NULL: show `name` */
    int seats_min, seats_max, seats_usual;
    int sample; /* 1: a template for writers, not shown to players */
    int rules;  /* version of the rules; any change of play raises it. Games of
                   all versions from 1 on can be continued */
    const struct game_option *options; /* closed by a row without a name */
    bool cooperative;                  /* all seats win or lose together */
    int begins; /* the option whose value is the seat that begins (or deals first); -1: none */
    size_t state_size, view_size;
    /* Text of a move with MOVE_TALK: `refuse` of it tells whether a seat may signal now. Games
       with signals allow no chat during play. NULL: the game has no signals. */
    const char *signal;
    /* Whether the seats may look at the whole past while the game goes on. False: their memory is
       part of the game, and they see only what happened since their own last move. NULL: they
       always may. */
    bool (*shows_past)(const struct state *s);
    /* Whether the seat has signalled that it wants to move now. NULL: the game has no signals. */
    bool (*wants)(const struct state *s, int seat);

    /* NULL, or the message id of why these seats and options do not go together. */
    const char *(*check)(int seats, const int *opt);
    /* Fills the state before the first deal. The arguments have passed `check`. */
    void (*init)(struct state *s, int seats, const int *opt);
    /* Makes a state fresh from `init` follow an older version of the rules. NULL: games of all
       versions replay under the current rules. */
    void (*use_rules)(struct state *s, int rules);
    /* The options as they are now; the deal settles open ones. */
    void (*options_of)(const struct state *s, int *opt);

    /* Seats that may move now, as bits; GAME_DEALER alone before a deal; 0 when over. */
    uint32_t (*actors)(const struct state *s);
    /* Draws a fair deal; the state must be waiting for one. */
    void (*shuffle)(const struct state *s, struct rng *r, struct deal *out);
    /* Carries out a deal and returns NULL; whether it is a good one depends on the set-up alone,
       not on the moves before it. Or changes nothing and returns a message id, with the index of
       the card at fault in `bad` (-1: no single card). */
    const char *(*deal)(struct state *s, const struct deal *d, int *bad);

    /* Lists the seat's legal moves without talk (at most GAME_MOVES_MAX); returns how many. */
    int (*legal)(const struct state *s, int seat, move *out);
    /* NULL, or the message id of why the seat may not make this move now. Any seat, any move. */
    const char *(*refuse)(const struct state *s, int seat, move m);
    /* Makes a move that `refuse` does not refuse (asserted). */
    void (*apply)(struct state *s, int seat, move m);
    /* Points so far or final; winners only when the game is over. */
    void (*result)(const struct state *s, struct result *out);

    /* Lists the facts of a seat of a finished game, at most GAME_FACTS_MAX and for each seat the
       same ones; returns how many. NULL: there are none. */
    int (*facts)(const struct state *s, int seat, struct game_fact *out);

    /* All that the seat (or GAME_SPECTATOR) may know. */
    void (*observe)(const struct state *s, int seat, struct view *out);
    /* Adds to a view of this state all that is hidden from its seat and that a view can show: for
       looking at games that are over. NULL: views hide nothing. */
    void (*reveal)(const struct state *s, struct view *v);
    /* Draws a state from the exact distribution of states that give this view. */
    void (*determinize)(const struct view *v, struct rng *r, struct state *out);
    /* `d` is the last deal of the game `now`, and `world` was drawn by `determinize` from the view
       of `seat`. Writes a deal into `d` that the same moves may lead to `world`; depends on nothing
       that the seat cannot know. If several deals may, it draws one, which the caller checks by
       replaying it. NULL: cards cannot be dealt anew in the middle of the game. */
    void (*redeal)(const struct state *now, const struct state *world, int seat, struct rng *r,
                   struct deal *d);

    /* A card of a deal as text, and back (`len` bytes without a NUL; -1: no such card). */
    void (*write_card)(int card, struct buf *b);
    int (*read_card)(const char *text, size_t len);
    /* Move text, and back: NULL and the move, or a message id. */
    void (*write_move)(move m, struct buf *b);
    const char *(*read_move)(const char *text, move *out);
    /* A JSON object: the view for front ends. */
    void (*write_view)(const struct view *v, struct buf *b);
    /* A JSON object: things that the last move showed to everybody and the next one may hide
       again. False: there are none. NULL: the game has no such things. */
    bool (*write_shown)(const struct view *v, struct buf *b);
    /* A JSON object: the result for records. NULL: that of game_write_scores. */
    void (*write_result)(const struct state *s, struct buf *b);
    /* A JSON object: the preview of a seat's move `m`. `after` is the seat's view after the move
       in a world that fits its present view; the object is the same for all such worlds. False:
       such a move has no preview. NULL: the game has no previews. */
    bool (*write_preview)(const struct view *after, move m, struct buf *b);
};

/* Memory for any game's state or view, for code that serves all games. */
struct state_room {
    _Alignas(16) unsigned char bytes[GAME_STATE_MAX];
};
struct view_room {
    _Alignas(16) unsigned char bytes[GAME_VIEW_MAX];
};
static inline struct state *state_in(struct state_room *room)
{
    void *p = room->bytes;
    return p;
}
static inline struct view *view_in(struct view_room *room)
{
    void *p = room->bytes;
    return p;
}

/* Options. */
int game_find_option(const struct game *g, const char *name); /* index, or -1 */
void game_preset_options(const struct game *g, int *opt);
/* NULL and the value, or a message id. Letters must stand in the option's order, each once. */
const char *game_read_option(const struct game_option *o, const char *text, int *value);
void game_write_option(const struct game_option *o, int value, struct buf *b);
/* An option's choices and default, as members of an open object:
   `"values":["off","on"],"default":"off"`, or `"letters":"BRY"`; the default may be null. */
void game_write_choices(const struct game_option *o, struct buf *b);
/* `"rules":1,"seats":{"min":2,"max":4,"usual":2},"begins":"first"`; `begins` is the name of the
   option for the seat that begins, or null. */
void game_write_size(const struct game *g, struct buf *b);
/* `{"name":"value",...}`, every option. */
void game_write_options(const struct game *g, const int *opt, struct buf *b);

/* Deal text: cards separated by single spaces. `bad` is as for `deal`. */
void game_write_deal(const struct game *g, const struct deal *d, struct buf *b);
const char *game_read_deal(const struct game *g, const char *text, struct deal *out, int *bad);

/* Checks that a deal is the `want` cards of `deck` (a bit per card below 128), each once. */
const char *game_check_cards(const struct deal *d, const uint64_t deck[2], int want, int *bad);

/* Whether several seats choose in secret at once. In games with signals actors move openly: the
   first to move has moved. */
bool game_is_sealed(const struct game *g, const struct state *s);
/* Whether the text is a move with MOVE_TALK. */
bool game_is_talk(const struct game *g, const char *text);

/* `{"scores":[...],"winners":[...]}`. */
void game_write_scores(const struct result *r, struct buf *b);
/* The game's result, by its `write_result` if it has one. */
void game_write_result(const struct game *g, const struct state *s, struct buf *b);
/* Of a finished game the member `"facts":{"id":[[n,of],...]}`, a pair for each seat, as the next
   member of an open object; nothing where the game has no facts. */
void game_write_facts(const struct game *g, const struct state *s, int seats, struct buf *b);
/* `[0,2]`: the seats of a bit mask. */
void game_write_seats(uint32_t seats, struct buf *b);

/* A 64-bit hash of flat bytes; of a state's `state_size` bytes, the hash of the situation. */
uint64_t game_hash_bytes(const void *bytes, size_t n);

#endif
