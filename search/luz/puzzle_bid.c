/*
 * Luz puzzles: bid this hand. All others have bid; a bid is worth its expected points, counted over
 * deals that fit the view, in which all play by the policy of search/luz/sim.h. So unlike the other
 * kinds this is a measurement, and not a proof: bids that come near to the best one are right, and
 * where one lies between near and far the position is no puzzle.
 */
#include "games/luz/luz.h"
#include "search/puzzle_kinds.h"
#include "search/study.h"

enum { PLAYOUTS = 44000, SEED = 1, LOWEST = -50, RANGE = 100 };
#define NEAR 0.5
#define FAR 1.0

static bool bids_last(const struct luz_open *o, int seat)
{
    for (int i = 0; i < o->seats; i++)
        if (i != seat && o->bid[i] == 0)
            return false;
    return o->phase == LUZ_BID && o->turn == seat && o->deal == 1;
}

bool luz_puzzle_bid(const struct view *v, int seat, void *scratch, struct puzzle_answer *out)
{
    const struct study_kind *kind = study_find(&luz_game);
    const struct bot_limits limits = {.iterations = PLAYOUTS};
    struct study study;
    double best = LOWEST;
    out->n = out->place = 0;
    if (!bids_last(&v->open, seat) || kind->scratch > PUZZLE_BID_ROOM)
        return false;
    kind->look(v, seat, &limits, SEED, scratch, &study);
    for (int i = 0; i < STUDY_BIDS; i++)
        best = study.points[i] > best ? study.points[i] : best;
    for (int i = 0; i < STUDY_BIDS; i++) {
        double points = study.points[i], behind = best - points;
        if (behind > NEAR && behind < FAR)
            return false;
        /* Those that are near count as equal. */
        puzzle_add_move(out, &luz_game, luz_bid_move(i / 2, i % 2),
                        ((behind <= NEAR ? best : points) - LOWEST) / RANGE);
    }
    return puzzle_settle(out, 0, (FAR - 1e-6) / RANGE);
}
