/*
 * What a face of the terminal knows: the view of the seat that is shown, its legal moves, and
 * the names at the table. A scene holds no state of the game, so nothing that is drawn or told
 * from it can give a hidden card away.
 */
#ifndef PARLOR_TUI_SCENE_H
#define PARLOR_TUI_SCENE_H

#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>

#include "client/remote.h"
#include "core/game.h"
#include "po/words.h"
#include "tui/local.h"

enum {
    SCENE_NAME_MAX = 96,
    SCENE_LINE_MAX = 1024,
    SCENE_TEXT_MAX = 16384,
    SCENE_HOLD_MS = 1500,
    SCENE_CARD_MAX = 16
};

struct scene {
    enum words_language language;
    const struct game *game;
    const struct local *local; /* of a game at this terminal, which previews moves; or NULL */
    int seat;                  /* shown; GAME_SPECTATOR: what is public */
    int seats;
    bool may;      /* the seat shown may move */
    bool talk;     /* it may say something, even if it may not move */
    bool watching; /* nobody moves */
    int people;    /* how many seats are people's at this keyboard */
    uint32_t bots; /* bits of the others */
    uint32_t winners;
    json_t *view, *preview; /* the preview may be NULL */
    json_t *held;           /* shown in passing before the view, and drawn instead of it; or NULL */
    json_t *times;          /* clocks, as of `looked_ms`; or NULL */
    int64_t looked_ms;
    bool fresh; /* what lies open for a moment only has just come */
    char name[GAME_SEATS_MAX][SCENE_NAME_MAX];
    int n;
    char legal[GAME_MOVES_MAX][GAME_TEXT_MAX]; /* of the seat shown, if it may move */
    int chosen;                                /* one of them; -1: none */
};

void scene_init(struct scene *c, enum words_language language);
void scene_clear(struct scene *c);
/* Looks at a local game as that seat; the choice stays where it can. */
void scene_look(struct scene *c, const struct local *l, int seat);
/* Looks at what a server told of its table; its game must be known. */
void scene_look_online(struct scene *c, const struct remote *r);
/* Chooses legal move `i` (or -1) and looks what it would bring, which a server does not tell. */
void scene_choose(struct scene *c, int i);
/* The index of a legal move's text, or -1. */
int scene_find(const struct scene *c, const char *text);

/* A text of the catalogue; the arguments are texts, closed by NULL. */
void scene_put(const struct scene *c, struct buf *b, const char *id, ...);
const char *scene_word(const struct scene *c, const char *id);
/* What stands between a label and what it labels, as the language sets it: ": ". */
const char *scene_colon(const struct scene *c);
/* A text of the catalogue with it. */
void scene_label(const struct scene *c, struct buf *b, const char *id);

/* Whose turn it is and what it asks for, in words. */
void scene_describe_turn(const struct scene *c, struct buf *b);
/* What lies open for a moment only (a finished trick, the last shots): of what is held, else of the
   view; NULL: nothing. The screen lets it stay for SCENE_HOLD_MS before it shows what follows. */
const json_t *scene_passing(const struct scene *c);
/* Whether there is nothing to draw: no deal has been played yet. */
bool scene_is_bare(const struct scene *c);
/* An event of the game in words; a `secret` choice is not told. False: it is of another kind. */
bool scene_describe_event(const struct scene *c, const json_t *event, bool secret, struct buf *out);
/* A move in words, with the seat's name if `seat` is one. */
void scene_describe_move(const struct scene *c, int seat, const char *text, struct buf *b);
/* The end in words; nothing while the game goes on. */
void scene_describe_end(const struct scene *c, struct buf *b);
/* The rules of the game, in short. */
const char *scene_rules(const struct scene *c);

/* describe.c: the whole view in lines of plain text, for line mode. */
void scene_describe_view(const struct scene *c, struct buf *b);
/* What lies open for a moment only, in a line; false: nothing does. */
bool scene_describe_passing(const struct scene *c, struct buf *b);
/* Of what an event showed (its `shown`); NULL: nothing. */
const json_t *scene_find_shown(const struct scene *c, const json_t *shown);
/* The same as the log keeps it, which may be nothing. The seat is not named if it is `seat` alone.
   `passing` may be NULL. */
void scene_describe_kept(const struct scene *c, int seat, const json_t *passing, struct buf *b);

/* Reads a text by a form: `#` is a number, `?` any letter, all else stands for itself; what follows
   is free. Numbers go into `n` in turn, the letter into `letter`. False: it has another form. */
bool scene_read(const char *text, const char *form, int *n, char *letter);

/* Members of JSON. */
int scene_int(const json_t *object, const char *key);          /* -1: none */
const char *scene_text(const json_t *object, const char *key); /* "": none */
const char *scene_item(const json_t *list, size_t i);          /* "": none */
/* The name of a seat; "?" if there is no such seat: what a server tells may be anything. */
const char *scene_name(const struct scene *c, int seat);
/* Whether the seat may act in the view. */
bool scene_acts(const struct scene *c, int seat);
/* The name of a colour by its letter. */
const char *scene_colour(const struct scene *c, char letter);
/* Its mark: one or two letters that fit the language and stand for no other colour of the game.
   What a person types, and what a record holds, has the letter itself. "?": no colour of the game.
 */
const char *scene_mark(const struct scene *c, char letter);
/* A card or back with the mark for its letter, in `out`; a text that is neither stays as it is. */
const char *scene_card(const struct scene *c, const char *card, char out[SCENE_CARD_MAX]);
void scene_put_card(const struct scene *c, const char *card, struct buf *b);
/* All marks with the colours that they mean, in a line; nothing if the game has no colours. */
void scene_put_marks(const struct scene *c, struct buf *b);
/* How many columns a text without wide characters takes. */
int scene_width(const char *text);

#endif
