/*
 * A recorded game at the terminal: its moments as scenes, its events and moves in words, and the
 * names of those who played. The game is over, so a scene may show all cards. Or a running game, as
 * far as the table tells one seat what happened: that seat's moments, and nothing else.
 */
#ifndef PARLOR_TUI_PAST_H
#define PARLOR_TUI_PAST_H

#include "table/replay.h"
#include "tui/scene.h"

struct past {
    enum words_language language;
    struct replay *replay; /* NULL: a running game, */
    json_t *told;          /* with this list of moments; or NULL */
    const struct game *game;
    int seats, steps;
    bool named; /* the record tells who played */
    /* The names of the record; a player at this terminal by number, or `You`; else the seats. */
    char name[GAME_SEATS_MAX][SCENE_NAME_MAX];
};

/* Reads and checks a record (a line without its end). False: `p` says why it is refused. */
bool past_open(struct past *past, enum words_language language, const char *line, size_t len,
               struct problem *p);
/* Takes over the moments that a table tells, at least one, of the game and names of this scene. */
void past_open_told(struct past *past, const struct scene *c, json_t *moments);
void past_clear(struct past *past);
/* The member `event` of that step; a new reference, or NULL. */
json_t *past_event(const struct past *past, int step);

/* Looks at the game after `step` events, as a seat or a spectator saw it then, or with all cards
   open. Returns the moment as replay_write writes it; the caller frees it. */
json_t *past_look(const struct past *past, int step, int seat, bool open, struct scene *c);
/* The event that led to this step (from 1) in words, as that seat could know it; with all cards
   open, it names the cards. */
void past_describe_event(const struct past *past, int step, int seat, bool open, struct buf *b);

#endif
