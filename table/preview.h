/*
 * What a seat would see after a move of its own, before it makes it.
 *
 * Invariant: all of it is computed from the seat's view, in a world drawn from that view. So
 * nothing hidden can come out, whatever the move is; what the seat cannot know is made up, and
 * the callers show only what is the same in every such world.
 */
#ifndef PARLOR_TABLE_PREVIEW_H
#define PARLOR_TABLE_PREVIEW_H

#include "table/table.h"

/* JSON of the seat's view after the move, with sealed choices of others made for them if `seal`;
   false, and nothing written, if the move is refused. */
bool preview_write_view(const struct game *g, const struct state *s, int seat, const char *text,
                        struct rng *r, bool seal, struct buf *b);
/* JSON of the preview that the game has of this move (`write_preview`). Otherwise false, and `p`
   says why. Nothing changes. */
bool preview_write_own(const struct table *t, uint64_t player, const char *text, struct buf *b,
                       struct problem *p);

#endif
