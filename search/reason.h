/*
 * Reasons: why one move is better than another, in codes that the catalogue puts into words.
 *
 * A reason states one fact that distinguishes the two moves. It follows from the view of the seat
 * that chooses: by the rules, or since it holds in all worlds drawn from that view, or as the share
 * of those worlds. So hidden cards cannot matter, and a hint may give it too. Equal views, moves
 * and seeds give equal reasons.
 *
 * The words of a reason are a verb with its objects ("blurs {0}: −2 points"), for "The move played"
 * or "The better move" to stand before.
 */
#ifndef PARLOR_SEARCH_REASON_H
#define PARLOR_SEARCH_REASON_H

#include "search/bot.h"

enum { REASON_ARGS = 4, REASON_TEXT_MAX = 512, REASON_ITERATIONS = 4400 };

enum reason_what {
    REASON_NUMBER,  /* a count, or whole points; as the first argument it chooses the plural form */
    REASON_TENTHS,  /* a number with one decimal, in tenths */
    REASON_PERCENT, /* 0 to 100 */
    REASON_CARD,    /* a card that the seat sees, as in deals */
    REASON_SEAT,
};

struct reason_arg {
    enum reason_what what;
    int value;
};

struct reason {
    const char *id; /* of its words; NULL: no reason is known */
    bool better;    /* it tells of the better move; otherwise of the one played */
    int n;
    struct reason_arg arg[REASON_ARGS];
};

/* The reasons of one game. */
struct reason_kind {
    const struct game *game;
    const char *const *ids; /* all its codes, closed by NULL */
    size_t scratch;         /* bytes of working memory, aligned to 64, zeros before the first use */
    /* Why `better` beats `played`, two legal moves of this seat; with `played` equal to it or
       MOVE_NONE: why `better` is good. False: no code holds. */
    bool (*say)(const struct view *v, int seat, move played, move better, uint64_t seed,
                void *scratch, struct reason *out);
};

/* The row of a game, or NULL (search/list.c). */
const struct reason_kind *reason_find(const struct game *g);

/* For rows: makes a reason without arguments, and adds one. Returns it. */
struct reason *reason_make(struct reason *r, const char *id, bool better);
struct reason *reason_add(struct reason *r, enum reason_what what, int value);

/* The honest rest, where no code holds: the move played is worth so much less on average, in points
   if they are known (not BOT_UNKNOWN) and differ, otherwise in chances to win. */
void reason_by_value(struct reason *r, double points, double win);

/* `{"id":"reason.photo-blur","better":false,"args":[{"card":"R7"},{"number":2}]}`. */
void reason_write(const struct reason *r, const struct game *g, struct buf *b);

#endif
