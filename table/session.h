/*
 * A local game: people at one keyboard, bots, the state, the events and the record.
 *
 * Faces see it only through views of one seat: `session_write_view`, `session_preview`. The
 * caller keeps it going: `session_next` says what comes; a deal and a bot's choice are then made
 * by `session_deal` and `session_think` (which may run in another thread, while nothing changes
 * the session) with `session_answer`; people move by text.
 *
 * Where several may act and may also speak first (Smitten), people come first: a bot may say
 * something, and moves once a person has spoken and it wants to, or has let it (`session_yield`).
 * All chance comes from the seed and the number of the event, so that a game that was saved goes
 * on as it would have gone on.
 */
#ifndef PARLOR_TABLE_SESSION_H
#define PARLOR_TABLE_SESSION_H

#include "table/driver.h"
#include "table/record.h"

enum { SESSION_NAME_MAX = 64, SESSION_SHOWN_MAX = 1024 };

struct session_event {
    int seat;    /* PLAY_DEAL: a deal */
    bool sealed; /* others chose at the same time, in secret */
    char text[GAME_TEXT_MAX];
    char *shown; /* what it showed to everybody in passing, by the game's `write_shown`; or NULL */
};

struct session {
    struct setup setup;
    struct driver_bot bot[GAME_SEATS_MAX]; /* a seat without `bot.bot` is a person's */
    uint64_t seed;
    struct state_room state;
    int n;
    struct session_event *event; /* `n` of them */
    /* Private. */
    int cap;
    struct record_writer writer;
    void *scratch[GAME_SEATS_MAX], *hint_scratch;
    const struct bot *hint_bot;
    struct turns turns;
    uint32_t stuck;                /* bots that had to move and could not, since the last event */
    bool spoken, yielded;          /* by a person, in this turn */
    char shown[SESSION_SHOWN_MAX]; /* by the last event */
};

enum session_what { SESSION_OVER, SESSION_DEAL, SESSION_BOT, SESSION_PEOPLE };
struct session_next {
    enum session_what what;
    int seat;        /* of the bot */
    bool must;       /* the bot has to move if it can */
    uint32_t people; /* those who may move */
};

/* Draws who begins from the seed, in games where somebody does: before `session_init`. */
void session_draw_begins(struct setup *setup, uint64_t seed);
void session_init(struct session *s, const struct setup *setup, const struct driver_bot *bot,
                  uint64_t seed);
void session_clear(struct session *s);
/* Continues the game of a record line, with its bots; false: `p` says why not, and nothing needs
   to be cleared. Seats that the record does not speak of are people's. Only the first `events` are
   played (-1: all). */
bool session_read(struct session *s, const char *line, size_t len, int events, struct problem *p);
/* Appends the record with a line end, and in it the member `local`: who plays, and the seed. */
void session_write(const struct session *s, struct strbuf *out);

void session_next(const struct session *s, struct session_next *out);
void session_deal(struct session *s);
/* The bot's choice; `stop` as for bots. */
move session_think(const struct session *s, const struct session_next *next,
                   const atomic_bool *stop);
/* Takes that choice; true if it became an event. */
bool session_answer(struct session *s, const struct session_next *next, move m);
/* A person's move: NULL, or the message id of why not. */
const char *session_move(struct session *s, int seat, const char *text);
/* People let the bots move; false: there is no bot that may. */
bool session_yield(struct session *s);

/* The seat's legal moves as text; returns how many. */
int session_legal(const struct session *s, int seat, char text[GAME_MOVES_MAX][GAME_TEXT_MAX]);
/* Seat bits; none while the game goes on. */
uint32_t session_winners(const struct session *s);
/* Whether a seat may say something now. */
bool session_may_talk(const struct session *s, int seat);
/* What a good bot would do in that seat; false: it would do nothing. */
bool session_hint(struct session *s, int seat, const atomic_bool *stop, char text[GAME_TEXT_MAX]);
/* JSON of what the seat may know. */
void session_write_view(const struct session *s, int seat, struct buf *b);
/* JSON of what the seat would see after its move, in one world of those that its view permits;
   sealed choices of others are made for them. Own films and hands are true in every such world. */
void session_preview(const struct session *s, int seat, const char *text, struct buf *b);
/* Whether event `i` is a sealed choice of another seat that is not carried out yet. */
bool session_is_secret(const struct session *s, int i, int seat);
/* Bits of the seats that people have. */
uint32_t session_people(const struct session *s);

#endif
