/* Counting the games of a deal: see match_count.h. */
#include "table/match_count.h"

#include <assert.h>

#include "search/study.h"

enum {
    SPRT_DEALS_MIN = 20,   /* the variance of fewer deals is unreliable */
    STUDY_PLAYOUTS = 4400, /* per prediction, for all bids together */
};
/* ln(0.95 / 0.05): both errors at most 5 %. */
#define SPRT_BOUND 2.9444389791664403

void match_game_start(struct match_game *game, const struct match_plan *plan, void *study)
{
    struct strbuf record = game->record;
    strbuf_reset(&record);
    *game = (struct match_game){.plan = plan, .record = record, .study = study};
}

/* Gives the bids of the deal that has just ended their points. */
static void settle_bids(struct match_game *game, const struct result *now)
{
    for (int i = 0; i < game->bids; i++) {
        struct match_bid *b = &game->bid[i];
        if (!b->settled)
            b->points = now->score[b->seat] - game->before.score[b->seat];
        b->settled = true;
    }
    game->before = *now;
}

void match_note_event(struct match_game *game, const struct state *s, int seat)
{
    const struct game *g = game->plan->setup.game;
    if (seat == PLAY_DEAL)
        game->deals++;
    uint32_t actors = g->actors(s);
    if (game->bids == 0 || (actors != 0 && actors != GAME_DEALER))
        return;
    struct result now;
    g->result(s, &now);
    settle_bids(game, &now);
}

/* The chance to meet the bid, estimated from the seat's view. */
static double foresee(struct match_game *game, const struct study_kind *kind, const struct state *s,
                      int seat, int bid)
{
    static const struct bot_limits limits = {.iterations = STUDY_PLAYOUTS};
    struct study study;
    struct view_room room;
    game->plan->setup.game->observe(s, seat, view_in(&room));
    kind->look(view_in(&room), seat, &limits, game->plan->seed, game->study, &study);
    return study.met[bid];
}

void match_note_bid(void *context, const struct state *s, int seat, const struct bot_choice *c)
{
    struct match_game *game = context;
    const struct study_kind *kind = study_find(game->plan->setup.game);
    int bid = kind->number(c->m);
    for (int i = 0; i < c->n && bid >= 0; i++) {
        if (c->seen[i].m != c->m || c->seen[i].points == BOT_UNKNOWN)
            continue;
        assert(game->bids < MATCH_BIDS_MAX);
        game->bid[game->bids++] = (struct match_bid){.seat = seat,
                                                     .chance = foresee(game, kind, s, seat, bid),
                                                     .predicted = c->seen[i].points};
    }
}

/* One entry's results in the games of one deal: sums over its seats. */
struct tally {
    int seats;
    double points, lead, wins;
};

/* The mean points of the seats of other entries in a game; 0 if there are none. */
static double mean_of_others(const struct match_plan *plan, const struct match_game *game,
                             int rotation, int entry)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < plan->setup.seats; i++) {
        if (match_entry_at(plan, rotation, i) == entry)
            continue;
        sum += game->result.score[i];
        n++;
    }
    return n > 0 ? sum / n : 0;
}

static double win_share(const struct match_plan *plan, const struct result *r, int seat)
{
    if ((r->winners >> seat & 1) == 0)
        return 0;
    return plan->together ? 1 : 1.0 / __builtin_popcount(r->winners);
}

static void tally_game(const struct match_plan *plan, const struct match_game *game, int rotation,
                       struct tally *tally, struct match_score *out)
{
    for (int i = 0; i < plan->setup.seats; i++) {
        int e = match_entry_at(plan, rotation, i);
        struct driver_cost *cost = &out->entry[e].cost;
        tally[e].seats++;
        tally[e].points += game->result.score[i];
        tally[e].lead += game->result.score[i] - mean_of_others(plan, game, rotation, e);
        tally[e].wins += win_share(plan, &game->result, i);
        cost->asked += game->cost[i].asked;
        cost->iterations += game->cost[i].iterations;
        cost->cpu_ns += game->cost[i].cpu_ns;
    }
}

static void count_bids(const struct match_game *game, struct match_calibration *c)
{
    for (int i = 0; i < game->bids; i++) {
        const struct match_bid *b = &game->bid[i];
        assert(b->settled);
        c->n++;
        match_mean_add(&c->points, b->points - b->predicted);
        int band = (int)(b->chance * MATCH_BANDS);
        struct match_band *at = &c->band[band < MATCH_BANDS ? band : MATCH_BANDS - 1];
        at->n++;
        at->predicted += b->chance;
        at->made += b->points > 0;
    }
}

static const struct match_mean *tested_mean(const struct match_plan *plan,
                                            const struct match_score *s)
{
    return plan->together ? &s->entry[0].wins : &s->entry[0].lead;
}

double match_lead(const struct match_plan *plan, const struct match_score *s)
{
    double mean = tested_mean(plan, s)->mean;
    return plan->together || s->deals_per_game == 0 ? mean : mean / s->deals_per_game;
}

/* The sequential test on normal means, the variance estimated from the deals so far. */
static void test_lead(const struct match_plan *plan, struct match_score *s)
{
    const struct match_mean *m = tested_mean(plan, s);
    double scale = plan->together ? 1 : s->deals_per_game;
    if (m->n < SPRT_DEALS_MIN || m->squares <= 0)
        return;
    double n = (double)m->n, variance = m->squares / (n - 1) / (scale * scale);
    double middle = (plan->low + plan->high) / 2;
    s->llr = n * (plan->high - plan->low) * (m->mean / scale - middle) / variance;
    s->verdict = s->llr >= SPRT_BOUND ? MATCH_HIGH : s->llr <= -SPRT_BOUND ? MATCH_LOW : MATCH_OPEN;
}

void match_count_deal(const struct match_plan *plan, const struct match_game *const *game,
                      struct match_score *out)
{
    struct tally tally[GAME_SEATS_MAX] = {{.seats = 0}};
    for (int r = 0; r < plan->rotations; r++) {
        tally_game(plan, game[r], r, tally, out);
        count_bids(game[r], &out->calibration);
    }
    for (int e = 0; e < plan->entries; e++) {
        match_mean_add(&out->entry[e].points, tally[e].points / tally[e].seats);
        match_mean_add(&out->entry[e].lead, tally[e].lead / tally[e].seats);
        match_mean_add(&out->entry[e].wins, tally[e].wins / tally[e].seats);
    }
    out->deals++;
    out->deals_per_game = game[0]->deals;
    if (plan->sprt)
        test_lead(plan, out);
}
