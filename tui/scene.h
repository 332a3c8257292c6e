/*
 * A scene, the input of all drawing and describing: the view of one seat, its legal moves, and the
 * names at the table. A scene holds no state of the game, so it cannot reveal a hidden card.
 *
 * Passing cards lie open only for a moment: a finished trick, the last shots.
 */
#ifndef PARLOR_TUI_SCENE_H
#define PARLOR_TUI_SCENE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>

#include "client/remote.h"
#include "core/game.h"
#include "po/words.h"
#include "search/reason.h"
#include "tui/local.h"

enum {
    SCENE_NAME_MAX = 96,
    SCENE_LINE_MAX = 1024,
    SCENE_TEXT_MAX = 16384,
    SCENE_HOLD_MS = 1500,
    SCENE_CARD_MAX = 16,
    SCENE_SLOTS = 10, /* places of a hand that a pencil can mark, from 1, */
    SCENE_VALUES = 12 /* and values */
};

/* One person's marks on own hidden cards, bit by value; those of the deal `part`. */
struct scene_pencil {
    int part;
    uint16_t noted[SCENE_SLOTS + 1], out[SCENE_SLOTS + 1];
};

struct scene {
    enum words_language language;
    const struct game *game;
    const struct local *local; /* the game at this terminal, for previews of moves; or NULL */
    int seat;                  /* whose view it is; GAME_SPECTATOR: the public one */
    int seats;
    bool may;      /* the seat may move */
    bool talk;     /* it may give signals, even if it may not move */
    bool watching; /* a record is shown */
    bool open;     /* with all cards open */
    int people;    /* the number of people at this keyboard */
    uint32_t bots; /* seats of bots, as bits */
    uint32_t actors, winners;
    json_t *view, *preview; /* the preview may be NULL */
    json_t *held;           /* an event's `shown`, drawn before the view; or NULL */
    json_t *times;          /* clocks at `looked_ms`; or NULL */
    int64_t looked_ms;
    bool fresh; /* passing cards have just come */
    char name[GAME_SEATS_MAX][SCENE_NAME_MAX];
    int n;
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX]; /* moves of the seat, if it may move */
    int chosen;                                /* one of them; -1: none */
    struct scene_pencil pencil[GAME_SEATS_MAX];
};

void scene_init(struct scene *c, enum words_language language);
void scene_clear(struct scene *c);
/* Looks at a local game as this seat; keeps the chosen move if it is still legal. */
void scene_look(struct scene *c, const struct local *l, int seat);
/* Looks at a server's table; its game must be known. */
void scene_look_online(struct scene *c, const struct remote *r);
/* Takes a table as JSON (docs/protocol.md), whose game and seats are set; keeps the chosen move if
   it is still legal. */
void scene_take_table(struct scene *c, const json_t *table);
/* Carries out `takeback`, or `yes` or `no` for all who were asked; writes a refusal, or the
   question to the others. False: another line. */
bool scene_take_back(const struct scene *c, struct local *l, const char *line, struct buf *out);
/* Chooses legal move `i` (or -1); in a local game, previews it. */
void scene_choose(struct scene *c, int i);
/* The index of a legal move's text, or -1. */
int scene_find(const struct scene *c, const char *text);

/* Copies the text of the legal move `by` places after the chosen one, around the ends. */
void scene_copy_near(const struct scene *c, int by, char want[GAME_TEXT_MAX]);

/* A text of the catalogue; the arguments are texts, ended by NULL. */
void scene_put(const struct scene *c, struct buf *b, const char *id, ...);
/* The same by a pattern of the catalogue and the list of arguments. */
void scene_format(struct buf *b, const char *pattern, va_list list);
/* Text that is the same in every language, by a format of printf. */
void scene_print(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *scene_word(const struct scene *c, const char *id);
/* The colon after a label, as the language sets it: ": ". */
const char *scene_colon(const struct scene *c);
/* A text of the catalogue with that colon. */
void scene_label(const struct scene *c, struct buf *b, const char *id);

/* The turn in words: the actors and their task. */
void scene_describe_turn(const struct scene *c, struct buf *b);
/* Passing cards, of `held` or else of the view; NULL: none. The screen shows them for SCENE_HOLD_MS
   before it goes on. */
const json_t *scene_passing(const struct scene *c);
/* Whether there is nothing to draw, because there was no deal yet. */
bool scene_is_bare(const struct scene *c);
/* An event of the game in words, without a `secret` choice. False: an event of another kind. */
bool scene_describe_event(const struct scene *c, const json_t *event, bool secret, struct buf *out);
/* A choice of that seat in words; a scene with all cards open, of the moment before it, names the
   cards. */
void scene_describe_choice(const struct scene *c, int seat, const char *text, struct buf *b);
/* reasons.c: why a move is better, as a sentence. */
void scene_put_reason(const struct scene *c, const struct reason *r, struct buf *b);
/* The same of a reason that is a sentence by itself. */
void scene_put_fact(const struct scene *c, const struct reason *r, struct buf *b);
/* A hint as sentences: the move and why; and what it and the next choices are worth, in lines. */
void scene_put_hint(const struct scene *c, const struct hint *h, struct buf *b);
void scene_put_expected(const struct scene *c, const struct hint *h, struct buf *b);
/* The moment of the game in a few words, such as the deal and the trick; often nothing. */
void scene_describe_when(const struct scene *c, struct buf *b);
/* A move in words. */
void scene_describe_move(const struct scene *c, const char *text, struct buf *b);
/* What the icons and numbers of the table mean, a line for each, with its rule; often nothing. */
void scene_put_signs(const struct scene *c, struct buf *b);
/* A summary of the game's rules. */
const char *scene_rules(const struct scene *c);

/* describe.c: the whole view as lines of plain text, for line mode. */
void scene_describe_view(const struct scene *c, struct buf *b);
/* Passing cards in a line. */
void scene_describe_passing(const struct scene *c, struct buf *b);
/* The passing cards of an event's `shown`; NULL: none. */
const json_t *scene_find_shown(const struct scene *c, const json_t *shown);
/* Passing cards (or NULL) for the log, which may omit them. Omits the name if only `seat` showed
   cards. */
void scene_describe_kept(const struct scene *c, int seat, const json_t *passing, struct buf *b);

/* aids.c: the answer to the request `aids`, in lines. */
void scene_describe_aids(const struct scene *c, const json_t *aids, struct buf *b);
/* Carries out `mark SLOT VALUE...` (`-VALUE` strikes it out), `mark SLOT` (wipes), or `mark` (lists
   all), and writes the marks or what is wrong. False: another line. */
bool scene_mark_card(struct scene *c, const char *line, struct buf *out);
/* The marks on an own card, `1 4 -2`; false: there are none. */
bool scene_put_pencil(const struct scene *c, int slot, struct buf *b);
/* Wipes the marks of cards that are gone. */
void scene_tidy_pencil(struct scene *c);

/* Reads the start of a text by a form: `#` is a number, `?` any letter, the rest is literal.
   Numbers go into `n` in turn, the letter into `letter`. False: the text has another form. */
bool scene_read(const char *text, const char *form, int *n, char *letter);

/* Members of JSON. */
int scene_int(const json_t *object, const char *key);          /* -1: none */
const char *scene_text(const json_t *object, const char *key); /* "": none */
const char *scene_item(const json_t *list, size_t i);          /* "": none */
/* The name of a seat; "?": a server sent a wrong number. */
const char *scene_name(const struct scene *c, int seat);
/* Whether the seat may act in the view. */
bool scene_acts(const struct scene *c, int seat);
/* The name of a colour by its letter. */
const char *scene_colour(const struct scene *c, char letter);
/* Its mark: one or two letters in the reader's language, unique among the game's colours. Typed
   moves and records use the letter itself. "?": no colour of the game. */
const char *scene_mark(const struct scene *c, char letter);
/* A card or back with its mark instead of its letter, in `out`; any other text is unchanged. */
const char *scene_card(const struct scene *c, const char *card, char out[SCENE_CARD_MAX]);
void scene_put_card(const struct scene *c, const char *card, struct buf *b);
/* All marks with the names of their colours, in a line; empty if the game has no colours. */
void scene_put_marks(const struct scene *c, struct buf *b);
/* The width in columns of a text without wide characters. */
int scene_width(const char *text);

#endif
