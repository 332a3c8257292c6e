/*
 * The one interface of every game, and what all games share.
 *
 * A game is one constant `struct game`. Each game completes `struct state` (the whole truth) and
 * `struct view` (all that one seat may know, with perfect memory) in its own private header, so
 * a file that includes one game's header cannot see another's, and nothing is cast.
 *
 * Invariants that every game keeps, and tests/laws checks:
 *  - States and views are flat, hold no pointers, are zeroed first and copied by memcpy; equal
 *    situations are equal bytes, whatever the order of sealed choices was.
 *  - `apply` draws no random number: chance enters only by `deal`.
 *  - A move is legal exactly if `refuse` returns NULL; `legal` lists all of them but talk, each
 *    once. What a seat may do depends on nothing that the seat cannot know.
 *  - Nothing here allocates, prints or reads a clock.
 *  - Messages for people are ids of the catalogue in po/, marked by MSG().
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

/* One whole choice, in the game's own encoding. Moves compare by ==. */
typedef uint64_t move;

/* A move with this bit says something and changes nothing else: no clock, no take-back, nobody's
   turn. It is allowed also to a seat that is no actor, but never listed. */
#define MOVE_TALK (UINT64_C(1) << 63)

/* No move: the answer of a seat that waits, where another one may act first. */
#define MOVE_NONE UINT64_MAX

/* Marks a message id for the check of the catalogue. */
#define MSG(id) (id)

enum {
    GAME_SEATS_MAX = 5,
    GAME_OPTIONS_MAX = 8,
    GAME_MOVES_MAX = 64, /* no position of any game has more legal moves for a seat */
    GAME_CARDS_MAX = 88, /* in one deal */
    GAME_STATE_MAX = 1024,
    GAME_VIEW_MAX = 1024,
    GAME_TEXT_MAX = 32,    /* one move as text, the NUL included */
    GAME_JSON_MAX = 16384, /* one view or result as JSON */
    GAME_DEAL_TEXT_MAX = 512,
    GAME_SPECTATOR = -1, /* as a seat of `observe`: sees what is public, sits nowhere */
};

/* Bit of `actors`: the next event is a deal. */
#define GAME_DEALER (UINT32_C(1) << 31)

/* One option: either one of `values`, or a set of `letters` whose value is their bit mask. */
struct game_option {
    const char *name;
    const char *const *values; /* closed by NULL; NULL itself for a set of letters */
    const char *letters;       /* for a set; written in this order */
    int preset;                /* value if not given; GAME_OPTION_OPEN: the deal decides it */
    const char *note;          /* message id of a remark for people about it; NULL: none */
};
#define GAME_OPTION_OPEN (-1)

/* A deal: every card in the order of the record's deal text. */
struct deal {
    int n;
    uint8_t card[GAME_CARDS_MAX];
};

/* How a game ended (or stands): points for each seat and the winners as seat bits. */
struct result {
    int seats;
    int score[GAME_SEATS_MAX];
    uint32_t winners;
};

struct game {
    const char *name;
    const char *title; /* message id of the name that people read; NULL: `name` itself */
    int seats_min, seats_max, seats_usual;
    int sample; /* 1: a template for writers, not shown to players */
    int rules;  /* version of the rules; a change of play raises it, and games of
                   all versions from 1 on go on */
    const struct game_option *options; /* closed by a row without a name */
    bool cooperative;                  /* all seats win or lose together */
    int begins; /* the option whose value is the seat that begins (or deals first); -1: none */
    size_t state_size, view_size;
    /* The text of one move with MOVE_TALK, for those who ask whether a seat may talk now. A game
       that has such moves knows no other talk while it is played. NULL: it has none. */
    const char *signal;

    /* NULL, or the message id of why this many seats and these options do not go together. */
    const char *(*check)(int seats, const int *opt);
    /* Fills the whole state: before the first deal. The arguments passed `check`. */
    void (*init)(struct state *s, int seats, const int *opt);
    /* Puts a state fresh from `init` under an older version of the rules. NULL: games of older
       versions replay as they were under the current one. */
    void (*use_rules)(struct state *s, int rules);
    /* The options as they are now; open ones are settled once the deal has been. */
    void (*options_of)(const struct state *s, int *opt);

    /* Seats that may move now, as bits; GAME_DEALER alone before a deal; 0 when over. */
    uint32_t (*actors)(const struct state *s);
    /* Draws a fair deal for this state; the state must wait for one. */
    void (*shuffle)(const struct state *s, struct rng *r, struct deal *out);
    /* Carries a deal out and returns NULL; or changes nothing and returns the message id of why
       not, with the index of the card at fault in `bad` (-1: no one card). */
    const char *(*deal)(struct state *s, const struct deal *d, int *bad);

    /* Lists the seat's moves (room for GAME_MOVES_MAX), without talk; returns how many. */
    int (*legal)(const struct state *s, int seat, move *out);
    /* NULL, or the message id of why the seat may not make this move now. Any seat, any move. */
    const char *(*refuse)(const struct state *s, int seat, move m);
    /* Makes a move that `refuse` does not refuse (asserted). */
    void (*apply)(struct state *s, int seat, move m);
    /* Points so far or final; winners are given only when the game is over. */
    void (*result)(const struct state *s, struct result *out);
    uint64_t (*hash)(const struct state *s);

    /* All that the seat (or GAME_SPECTATOR) may know. */
    void (*observe)(const struct state *s, int seat, struct view *out);
    /* A whole state drawn from the exact distribution of those that give this view. */
    void (*determinize)(const struct view *v, struct rng *r, struct state *out);

    /* A card of a deal as text, and back (-1: no such card; `len` bytes, no NUL needed). */
    void (*write_card)(int card, struct buf *b);
    int (*read_card)(const char *text, size_t len);
    /* Move text, and back: NULL and the move, or the message id of what is wrong. */
    void (*write_move)(move m, struct buf *b);
    const char *(*read_move)(const char *text, move *out);
    /* JSON objects: the view as a front end draws it, and the result as records hold it. */
    void (*write_view)(const struct view *v, struct buf *b);
    /* A JSON object: what the last move showed to everybody and the next one may take away again,
       as the view has it; false: nothing. NULL: the game has nothing of the kind. */
    bool (*write_shown)(const struct view *v, struct buf *b);
    void (*write_result)(const struct state *s, struct buf *b);
    /* A JSON object: the part of a seat's view that a preview of its move `m` shows, from the view
       `after` it in a world that fits the seat's present view; the same in all such worlds. False:
       there is no preview of such a move. NULL: the game has no previews. */
    bool (*write_preview)(const struct view *after, move m, struct buf *b);
};

/* Room for any game's state or view, for code that serves all games. */
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

/* Options, by the table of rows. */
int game_count_options(const struct game *g);
int game_find_option(const struct game *g, const char *name); /* index, or -1 */
void game_preset_options(const struct game *g, int *opt);
/* NULL and the value, or a message id. Letters must stand in the option's order, each once. */
const char *game_read_option(const struct game_option *o, const char *text, int *value);
void game_write_option(const struct game_option *o, int value, struct buf *b);
/* What an option offers and what holds otherwise, as members of an object that is begun:
   `"values":["off","on"],"default":"off"`, or `"letters":"BRY"`; the default may be null. */
void game_write_choices(const struct game_option *o, struct buf *b);
/* A game's members that need no words: `"rules":1,"seats":{"min":2,"max":4,"usual":2}`, and the
   name of the option that says who begins, or null: `"begins":"first"`. */
void game_write_size(const struct game *g, struct buf *b);
/* `{"name":"value",...}`, every option. */
void game_write_options(const struct game *g, const int *opt, struct buf *b);

/* Deal text: cards separated by one space. `bad` as for `deal`. */
void game_write_deal(const struct game *g, const struct deal *d, struct buf *b);
const char *game_read_deal(const struct game *g, const char *text, struct deal *out, int *bad);

/* Checks that a deal is the `want` cards of `deck` (bit per card number below 128), each once. */
const char *game_check_cards(const struct deal *d, const uint64_t deck[2], int want, int *bad);

/* Several seats may act, and each chooses in secret. In games with signals the first to act just
   acts. */
bool game_is_sealed(const struct game *g, const struct state *s);
/* Whether the text is a move with MOVE_TALK. */
bool game_is_talk(const struct game *g, const char *text);

/* `{"scores":[...],"winners":[...]}`. */
void game_write_scores(const struct result *r, struct buf *b);
/* `[0,2]`: the seats of a bit mask. */
void game_write_seats(uint32_t seats, struct buf *b);

/* A 64-bit hash of flat bytes. */
uint64_t game_hash_bytes(const void *bytes, size_t n);

#endif
