/*
 * Smitten solver: all positions of one pair of squares at once, solo, while the hands are full at
 * the start of a turn.
 *
 * At the start of such a turn one hand has 2 open cards and a closed one, and the other the same or
 * 3 open cards. After it the hand that played keeps a "rest": 2 open cards (a closed one was
 * played, or it had 3 open ones), or one beside its closed card. The partner keeps 2 open cards, or
 * 3. So a block has two parts, with a row for each 2 or 3 open cards and a column for each rest;
 * they hold the values after the turn. The values at the start of a turn follow from these: 2 open
 * cards as a rest draw a closed one.
 *
 * Positions are not valued one by one: each playable card is taken once, for whole rows
 * (smitten_vector.c). Additions and divisions have the same order as in smitten_value.c, so both
 * methods give the same bits.
 */
#include <sched.h>
#include <string.h>

#include "solve/smitten_vector.h"

const bool smitten_has_blocks = true;

static void store_at(uint64_t *place, double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    __atomic_store_n(place, bits, __ATOMIC_RELAXED);
}

static void raise_to(double *best, double v)
{
    *best = v > *best ? v : *best;
}

/* Step 1. Fill the blocks that this one reads. */

static bool fill(struct run *run, struct grid g, bool ones);

/* The blocks after the instruction of a card that lies in `g` already; `left` are all other cards.
   After the second card of a chain positions are valued one by one. */
static bool fill_behind(struct run *run, struct grid g, struct played p, uint32_t left, int chain)
{
    const struct solver *s = run->s;
    int task = s->task[p.card + 1];
    unsigned may[2];
    if (task == SMITTEN_ASK_NONE)
        return (chain > 0 && g.count > BLOCK_LAST) || fill(run, g, false);
    smitten_value_may(s, g, p, may);
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        struct played next[SMITTEN_PLAYS_MAX];
        uint32_t rest = left - (1u << 2 * c);
        if ((left >> 2 * c & 3) == 0)
            continue;
        int n = task == SMITTEN_ASK_PLAY ? smitten_value_plays(s, g, c, next) : 0;
        for (int i = 0; i < n; i++)
            if (!fill_behind(run, grid_put(s, g, next[i].square, c), next[i], rest, chain + 1))
                return false;
        for (int square = 0; square < 2 && task != SMITTEN_ASK_PLAY; square++) {
            struct grid put = grid_put(s, g, square, c);
            bool late = chain > 0 && put.count > BLOCK_LAST;
            if ((may[square] >> c & 1) != 0 && !(late && (chain > 1 || task == SMITTEN_ASK_TOP)) &&
                !fill(run, put, late))
                return false;
        }
    }
    return true;
}

static bool fill_needed(struct job *job)
{
    const struct solver *s = job->s;
    struct played p[SMITTEN_PLAYS_MAX];
    for (int nth = 0; nth < SMITTEN_NUMBERS; nth++) {
        int card = job->run->backwards ? SMITTEN_NUMBERS - 1 - nth : nth;
        if ((job->packed >> 2 * card & 3) == 0)
            continue;
        struct grid g = job->grid;
        g.aside = (uint8_t)(card + 1);
        if (s->swap && !s->gathered && job->grid.aside == 0 && !fill(job->run, g, false))
            return false;
        int n = smitten_value_plays(s, job->grid, card, p);
        for (int i = 0; i < n; i++)
            if (!fill_behind(job->run, grid_put(s, job->grid, p[i].square, card), p[i],
                             job->packed - (1u << 2 * card), 0))
                return false;
    }
    return true;
}

/* Step 2. For each card, gather the best of its plays by the cards left in hand. */

static void gather_open(struct job *job, int card)
{
    const struct solver *s = job->s;
    int pairs = job->n[2];
    for (int r = 0; r < job->n[1]; r++) {
        unsigned hand = s->bag[job->list[1][r]].add[card];
        if (hand == NONE || job->rank[hand] == NONE)
            continue;
        int mine = job->rank[hand];
        for (int b = 0; b < pairs; b++)
            raise_to(&job->open_pairs[mine * pairs + b],
                     job->best_mean[b * job->width + pairs + r]);
        for (int k = 0; job->waits && k < job->n[3]; k++)
            raise_to(&job->open_three[k * pairs + mine],
                     job->best_worth[k * job->width + pairs + r]);
    }
}

static void add_flips(const struct job *job, int card, int open, const double *restrict worth,
                      double *restrict out)
{
    const double *restrict copies = job->copies[card];
    int pairs = job->n[2];
    for (int i = 0; i < job->n[open]; i++) {
        unsigned bag = job->list[open][i];
        double room =
            (int)(job->packed >> 2 * card & 3) - (int)(job->s->bag[bag].packed >> 2 * card & 3);
        for (int r = 0; r < pairs; r++)
            out[i * pairs + r] += (room - copies[r]) * worth[i * job->width + r];
    }
}

static void gather_closed(struct job *job, int card)
{
    const struct solver *s = job->s;
    int pairs = job->n[2];
    add_flips(job, card, 2, job->best_mean, job->flip_pairs);
    if (!job->waits)
        return;
    add_flips(job, card, 3, job->best_worth, job->flip_three);
    for (int r = 0; r < pairs; r++) {
        unsigned hand = s->bag[job->list[2][r]].add[card];
        if (hand == NONE || job->rank[hand] == NONE)
            continue;
        double *best = job->open_three + job->rank[hand] * pairs;
        for (int b = 0; b < pairs; b++)
            raise_to(&best[b], job->best_mean[b * job->width + r]);
    }
}

static void gather_card(struct job *job, int card)
{
    struct played p[SMITTEN_PLAYS_MAX];
    int n = smitten_value_plays(job->s, job->grid, card, p);
    memset(job->best_mean, 0, sizeof(double) * (size_t)(job->n[2] * job->width));
    if (job->waits)
        memset(job->best_worth, 0, sizeof(double) * (size_t)(job->n[3] * job->width));
    for (int i = 0; i < n; i++)
        smitten_vector_play(job, p[i]);
    gather_open(job, card);
    gather_closed(job, card);
}

/* Step 3. Add the swaps and store the values. */

/* The swaps that a sweep has gathered. */
static void take_gathered(struct job *job)
{
    int pairs = job->n[2] * job->n[2], threes = job->waits ? job->n[3] * job->n[2] : 0;
    const double *swaps = smitten_store_swaps(job->s, job->grid);
    job->run->stopped |= swaps == NULL;
    for (int i = 0; swaps != NULL && i < pairs; i++)
        raise_to(&job->open_pairs[i], swaps[i]);
    for (int i = 0; swaps != NULL && i < threes; i++)
        raise_to(&job->open_three[i], swaps[pairs + i]);
}

/* Rules S4.6: the best of both hands' swaps, into `open_pairs` and `open_three`. */
static void gather_swaps(struct job *job)
{
    const struct solver *s = job->s;
    if (s->gathered && job->grid.aside == 0) {
        take_gathered(job);
        return;
    }
    for (int card = 0; card < SMITTEN_NUMBERS; card++)
        if (s->swap && job->grid.aside == 0 && (job->packed >> 2 * card & 3) != 0)
            smitten_vector_swap(job, card);
}

static void finish_pairs(struct job *job)
{
    int pairs = job->n[2];
    for (int a = 0; a < pairs; a++)
        for (int b = 0; b <= a; b++) {
            int x = a * pairs + b, y = b * pairs + a;
            double v = job->open_pairs[x];
            raise_to(&v, job->open_pairs[y]);
            raise_to(&v, job->flip_pairs[x] / (job->cards - 4));
            raise_to(&v, job->flip_pairs[y] / (job->cards - 4));
            job->open_pairs[x] = job->open_pairs[y] = v;
            store_at(&job->out[PART_PAIRS][a * job->rests + b], v);
            store_at(&job->out[PART_PAIRS][b * job->rests + a], v);
        }
}

static void finish_three(struct job *job)
{
    int pairs = job->n[2];
    for (int k = 0; k < job->n[3]; k++)
        for (int b = 0; b < pairs; b++) {
            double v = job->open_three[k * pairs + b];
            raise_to(&v, job->flip_three[k * pairs + b] / (job->cards - 5));
            job->open_three[k * pairs + b] = v;
            store_at(&job->out[PART_THREE][k * job->rests + b], v);
        }
}

/* The mean over the open card that a hand with one card draws. */
static void finish_draws(struct job *job, int open, const double *from)
{
    const struct solver *s = job->s;
    uint64_t *out = job->out[open == 2 ? PART_PAIRS : PART_THREE];
    double mean[SMITTEN_NUMBERS];
    for (int i = 0; i < job->n[open]; i++) {
        smitten_vector_drawn(job, job->packed - s->bag[job->list[open][i]].packed,
                             from + i * job->n[2], job->cards - 1 - open, mean);
        for (int r = 0; r < job->n[1]; r++)
            store_at(&out[i * job->rests + job->n[2] + r], mean[r]);
    }
}

static double *take_temp(struct job *job, size_t words, bool zero)
{
    struct run *run = job->run;
    if (run->temp_left < words)
        return NULL;
    double *room = run->temp;
    run->temp += words;
    run->temp_left -= words;
    if (zero)
        memset(room, 0, words * sizeof *room);
    return room;
}

/* False: out of memory. */
static bool start_lists(struct job *job)
{
    struct solver *s = job->s;
    job->packed = unseen_of(s, job->grid, 0, 0);
    job->cards = unseen_count(job->packed);
    job->waits = smitten_can_wait(s, job->grid);
    job->rank = smitten_store_ranks(s, job->pattern);
    if (job->rank == NULL)
        return false;
    for (int size = 1; size <= 3; size++) {
        job->list[size] = smitten_store_list(s, job->pattern, size);
        job->n[size] = s->bags_in[s->twos[job->pattern]][s->ones[job->pattern]][size];
    }
    job->rests = job->n[2] + job->n[1];
    job->width = (job->rests + 3) / 4 * 4;
    return true;
}

/* The same with the parts to be filled. */
static bool start_job(struct job *job, bool ones)
{
    if (!start_lists(job))
        return false;
    for (int part = PART_PAIRS; part <= PART_ONES; part++) {
        bool wanted = (part == PART_ONES) == ones && (part != PART_THREE || job->waits);
        job->out[part] = wanted ? smitten_store_part(job->s, job->grid, part) : NULL;
        if (wanted && job->out[part] == NULL)
            return false;
    }
    return true;
}

/* How many copies of each number each rest has. */
static bool start_copies(struct job *job)
{
    const struct solver *s = job->s;
    bool good = true;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        good = good && (job->copies[c] = take_temp(job, (size_t)job->width, true)) != NULL;
        for (int i = 0; good && i < job->rests; i++) {
            unsigned bag = i < job->n[2] ? job->list[2][i] : job->list[1][i - job->n[2]];
            job->copies[c][i] = (int)(s->bag[bag].packed >> 2 * c & 3);
        }
    }
    return good;
}

/* The rank of each two single cards as a pair. */
static void start_joined(struct job *job)
{
    const struct solver *s = job->s;
    for (int r = 0; r < job->n[1]; r++) {
        const struct bag *one = &s->bag[job->list[1][r]];
        job->number[r] = (uint8_t)lowest(one->mask);
        for (int c = 0; c < job->n[1]; c++) {
            unsigned two = one->add[lowest(s->bag[job->list[1][c]].mask)];
            bool fits = two != NONE && job->rank[two] != NONE;
            job->joined[r][c] = (uint8_t)(fits ? job->rank[two] : 0);
        }
    }
}

static bool start_vectors(struct job *job)
{
    size_t pairs = (size_t)job->n[2], threes = (size_t)job->n[3], width = (size_t)job->width;
    bool good = start_copies(job);
    start_joined(job);
    double *put = take_temp(job, SMITTEN_NUMBERS * pairs * width, true);
    for (size_t c = 0; put != NULL && c < SMITTEN_NUMBERS; c++)
        job->put[c] = put + c * pairs * width;
    return good && put != NULL && (job->chain = take_temp(job, pairs * width, false)) != NULL &&
           (job->spare = take_temp(job, pairs * width, true)) != NULL &&
           (job->worth = take_temp(job, threes * width, true)) != NULL &&
           (job->best_worth = take_temp(job, threes * width, false)) != NULL &&
           (job->best_mean = take_temp(job, pairs * width, false)) != NULL &&
           (job->row = take_temp(job, 2 * width, false)) != NULL &&
           (job->open_pairs = take_temp(job, pairs * pairs, true)) != NULL &&
           (job->flip_pairs = take_temp(job, pairs * pairs, true)) != NULL &&
           (job->open_three = take_temp(job, threes * pairs, true)) != NULL &&
           (job->flip_three = take_temp(job, threes * pairs, true)) != NULL;
}

/* Only the memory that swaps need. */
static bool start_swaps(struct job *job)
{
    size_t rows = (size_t)(job->n[3] > job->n[2] ? job->n[3] : job->n[2]);
    return (job->put[0] = take_temp(job, rows * (size_t)job->width, true)) != NULL &&
           (job->row = take_temp(job, 2 * (size_t)job->width, false)) != NULL;
}

/* Blocks that other threads are filling are waited for last. */
static bool fill_before(struct job *job)
{
    struct run *run = job->run;
    run->patient = run->busy = false;
    if (!fill_needed(job))
        return false;
    run->patient = true;
    return !run->busy || fill_needed(job);
}

static bool fill_job(struct job *job)
{
    if (!fill_before(job) || !start_vectors(job))
        return false;
    for (int card = 0; card < SMITTEN_NUMBERS; card++)
        if ((job->packed >> 2 * card & 3) != 0)
            gather_card(job, card);
    gather_swaps(job);
    if (job->run->stopped) /* some values are invalid, and others may read them */
        return false;
    finish_pairs(job);
    finish_draws(job, 2, job->open_pairs);
    if (job->waits) {
        finish_three(job);
        finish_draws(job, 3, job->open_three);
    }

    /* Limits count single positions; here about eight cost as much as one. */
    uint64_t pairs = (uint64_t)job->n[2], threes = job->waits ? (uint64_t)job->n[3] : 0;
    return smitten_value_count(job->run, (pairs / 2 + threes) * pairs / 8, true);
}

/*
 * The endgame: the last blocks, with the card set aside known (smitten_endgame.c).
 */

/* The first hand draws or holds closed all cards that the partner lacks, so only the partner's
   cards matter. `won` has a bit per set of them. */
static void fill_certain(struct job *job, enum part part, uint64_t won)
{
    int open = part == PART_THREE ? 3 : 2;
    int width = part == PART_ONES ? job->n[1] : job->rests;
    uint64_t *out = job->out[part];
    for (int i = 0; i < job->n[open]; i++) {
        uint32_t partner = job->s->bag[job->list[open][i]].packed;
        double v = won >> smitten_endgame_set(job->packed, partner, 0) & 1;
        for (int r = 0; r < width; r++)
            store_at(out++, v);
    }
}

/* The value when a hand with cards `mine` plays next and two cards are closed. */
static double half_of(const struct endgame_halves *h, unsigned mine, unsigned closed)
{
    int x = lowest(closed), y = lowest(closed & (closed - 1));
    unsigned set = mine | 1u << x;
    return (h->both[x][y] >> set & 1) != 0 ? 1 : (h->one[x][y] >> set & 1) != 0 ? 0.5 : 0;
}

static bool fill_halves(struct job *job)
{
    const struct solver *s = job->s;
    struct endgame_halves h;
    int pairs = job->n[2];
    unsigned all = (1u << job->cards) - 1;
    job->open_pairs = take_temp(job, (size_t)(pairs * pairs), true);
    if (job->open_pairs == NULL)
        return false;
    start_joined(job);
    smitten_endgame_halves(job->run, job->grid, &h);
    if (job->run->stopped)
        return false;
    for (int a = 0; a < pairs; a++) {
        uint32_t first = s->bag[job->list[2][a]].packed;
        unsigned mine = smitten_endgame_set(job->packed, first, 0);
        for (int b = 0; b <= a; b++) {
            const struct bag *second = &s->bag[job->list[2][b]];
            double v = 0;
            if (bag_within(second, job->packed - first)) {
                unsigned yours = smitten_endgame_set(job->packed, second->packed, first);
                v = half_of(&h, mine, all & ~mine & ~yours);
                raise_to(&v, half_of(&h, yours, all & ~mine & ~yours));
            }
            job->open_pairs[a * pairs + b] = job->open_pairs[b * pairs + a] = v;
            store_at(&job->out[PART_PAIRS][a * job->rests + b], v);
            store_at(&job->out[PART_PAIRS][b * job->rests + a], v);
        }
    }
    finish_draws(job, 2, job->open_pairs);
    if (job->waits)
        fill_certain(job, PART_THREE, h.won);
    return true;
}

/* All at once if the card set aside is known, else position by position; after a turn. */
static bool fill_endgame(struct job *job, enum part part)
{
    struct run *run = job->run;
    if (job->grid.aside != 0) {
        uint64_t won = smitten_endgame(run, job->grid).won;
        if (!run->stopped)
            fill_certain(job, part, won);
        return !run->stopped;
    }
    const struct solver *s = job->s;
    int open = part == PART_THREE ? 3 : 2, pairs = part == PART_ONES ? 0 : job->n[2];
    uint64_t *out = job->out[part];
    for (int i = 0; i < job->n[open]; i++) {
        unsigned partner = job->list[open][i];
        uint32_t room = job->packed - s->bag[partner].packed;
        for (int r = 0; r < pairs + job->n[1] && !run->stopped; r++) {
            unsigned rest = r < pairs ? job->list[2][r] : job->list[1][r - pairs];
            rest |= r >= pairs && part != PART_ONES ? CLOSED : 0u;
            bool fits =
                bag_within(bag_of(s, rest), room) && deck_of(s, job->grid, rest, partner) >= 0;
            double v = fits ? smitten_value_after(run, job->grid, rest, partner, -1) : 0;
            if (!run->stopped)
                store_at(out++, v);
        }
    }
    return !run->stopped;
}

/* A thread claims a part before it fills it. */
enum { FILLED = 1, FILLED_ONES = 2, CLAIM = 4 /* times the others */ };

static bool is_filled(struct block *block, unsigned bit)
{
    return (atomic_load_explicit(&block->filled, memory_order_acquire) & bit) != 0;
}

static bool claim(struct block *block, unsigned bit)
{
    return (atomic_fetch_or(&block->filled, (unsigned char)(bit * CLAIM)) & bit * CLAIM) == 0;
}

static bool fill_parts(struct run *run, struct grid g, struct block *block, bool ones)
{
    struct job job = {.run = run, .s = run->s, .grid = g, .pattern = block->pattern};
    double *temp = run->temp;
    size_t left = run->temp_left;
    bool good = start_job(&job, ones);
    if (good && ones)
        good = fill_endgame(&job, PART_ONES);
    else if (good && g.count > BLOCK_LAST)
        good = fill_endgame(&job, PART_PAIRS) && (!job.waits || fill_endgame(&job, PART_THREE));
    else if (good && g.count == BLOCK_LAST && g.aside != 0)
        good = fill_halves(&job);
    else
        good = good && fill_job(&job);
    run->temp = temp;
    run->temp_left = left;
    return good;
}

/* Fills the claimed parts, unless they were filled in between; ends the claim. */
static bool fill_claimed(struct run *run, struct grid g, struct block *block, bool ones)
{
    unsigned bit = ones ? FILLED_ONES : FILLED;
    bool patient = run->patient, busy = run->busy;
    bool good = is_filled(block, bit) || fill_parts(run, g, block, ones);
    run->patient = patient;
    run->busy = busy;
    run->stopped |= !good;
    if (good)
        atomic_fetch_or_explicit(&block->filled, (unsigned char)bit, memory_order_release);
    atomic_fetch_and(&block->filled, (unsigned char)~(bit * CLAIM));
    return good;
}

/* Fills blocks that another thread needs for the one it is filling. */
static bool help_filling(struct run *run, struct grid g, uint16_t pattern)
{
    struct job job = {.run = run, .s = run->s, .grid = g, .pattern = pattern};
    job.packed = unseen_of(run->s, g, 0, 0);
    run->patient = false;
    bool good = fill_needed(&job);
    run->patient = true;
    return good;
}

/* Fills the parts, unless memory runs out. Parts that another thread is filling are left to it:
   `run->busy` is set, or the call waits. Threads cannot wait in a circle: a thread waits only for
   squares with more cards, or for a known card set aside. */
static bool fill(struct run *run, struct grid g, bool ones)
{
    struct block *block = smitten_store_block(run->s, g);
    unsigned bit = ones ? FILLED_ONES : FILLED;
    bool helped = ones || g.count + (g.aside != 0) > BLOCK_LAST; /* these need no other blocks */
    run->stopped |= block == NULL;
    while (!run->stopped && !is_filled(block, bit)) {
        if (claim(block, bit))
            return fill_claimed(run, g, block, ones);
        if (!run->patient) {
            run->busy = true;
            return true;
        }
        if (!helped && !help_filling(run, g, block->pattern))
            return false;
        helped = true;
        if (smitten_value_count(run, 0, true))
            sched_yield();
    }
    return !run->stopped;
}

bool smitten_block_fill(struct run *run, struct grid g)
{
    run->patient = true;
    return fill(run, g, false);
}

bool smitten_block_gather(struct run *run, struct grid g)
{
    int card = g.aside - 1;
    g.aside = 0;
    const struct block *block = smitten_store_block(run->s, g);
    double *swaps = smitten_store_swaps(run->s, g), *temp = run->temp;
    size_t left = run->temp_left;
    if (block == NULL || swaps == NULL)
        return false;
    struct job job = {.run = run, .s = run->s, .grid = g, .pattern = block->pattern};
    bool good = start_lists(&job) && start_copies(&job) && start_swaps(&job);
    job.open_pairs = swaps;
    job.open_three = swaps + job.n[2] * job.n[2];
    if (good)
        smitten_vector_swap(&job, card);
    run->temp = temp;
    run->temp_left = left;
    return good && !run->stopped;
}
