/*
 * Previews: the view that a seat would have after a move of its own.
 *
 * Invariant: a preview is computed from the seat's view alone, in a world drawn from that view, so
 * no move can reveal hidden cards. The unknown parts of that world are made up: callers show only
 * the parts that are the same in every such world.
 */
#ifndef PARLOR_TABLE_PREVIEW_H
#define PARLOR_TABLE_PREVIEW_H

#include "table/table.h"

/* JSON of the seat's view after the move; with `seal`, the others' sealed choices are made for
   them. False, and nothing written: the move is refused. */
bool preview_write_view(const struct game *g, const struct state *s, int seat, const char *text,
                        struct rng *r, bool seal, struct buf *b);
/* JSON of the game's own preview of this move (`write_preview`). False: `p` says why not. The table
   does not change. */
bool preview_write_own(const struct table *t, uint64_t player, const char *text, struct buf *b,
                       struct problem *p);
/* The same without a table. False: the move is refused, or the game has no previews. */
bool preview_write_move(const struct game *g, const struct state *s, int seat, const char *text,
                        struct buf *b);

#endif
