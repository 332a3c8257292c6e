/*
 * Smitten solver: all positions of one pair of squares at once, solo, while the hands are full at
 * the start of a turn.
 *
 * At the start of such a turn one hand has 2 open cards and a closed one, and the other the same
 * or 3 open cards. After it the hand that played keeps a "rest": 2 open cards (a closed one was
 * played, or it had 3 open ones), or one beside its closed card. The partner keeps 2 open cards,
 * or 3. So a block has two parts, with a row for each 2 or 3 open cards and a column for each rest;
 * they tell what is to come after the turn, and thereby (2 open cards as a rest draw a closed one)
 * what the start of a turn is worth.
 *
 * Instead of asking position by position, each card that may be played is taken once, with whole
 * rows: smitten_vector.c. Every sum has the order and every division the place that smitten_value.c
 * gives it, so that both ways give the same bits.
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

/* Step 1 of a fill: what it reads is filled first. */

static bool fill(struct run *run, struct grid g, bool ones);

/* The blocks behind the instruction of a card that lies in `g` already; `left` is what else there
   is. Beyond the second card of a chain positions are asked for one by one. */
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

static bool fill_needed(struct page *page)
{
    const struct solver *s = page->s;
    struct played p[SMITTEN_PLAYS_MAX];
    for (int nth = 0; nth < SMITTEN_NUMBERS; nth++) {
        int card = page->run->backwards ? SMITTEN_NUMBERS - 1 - nth : nth;
        if ((page->packed >> 2 * card & 3) == 0)
            continue;
        struct grid g = page->grid;
        g.aside = (uint8_t)(card + 1);
        if (s->swap && !s->gathered && page->grid.aside == 0 && !fill(page->run, g, false))
            return false;
        int n = smitten_value_plays(s, page->grid, card, p);
        for (int i = 0; i < n; i++)
            if (!fill_behind(page->run, grid_put(s, page->grid, p[i].square, card), p[i],
                             page->packed - (1u << 2 * card), 0))
                return false;
    }
    return true;
}

/* Step 2: gather. What is left after this card was played, and the best of the ways to do so. */

static void gather_open(struct page *page, int card)
{
    const struct solver *s = page->s;
    int pairs = page->n[2];
    for (int r = 0; r < page->n[1]; r++) {
        unsigned hand = s->bag[page->list[1][r]].add[card];
        if (hand == NONE || page->rank[hand] == NONE)
            continue;
        int mine = page->rank[hand];
        for (int b = 0; b < pairs; b++)
            raise_to(&page->open_pairs[mine * pairs + b],
                     page->best_mean[b * page->width + pairs + r]);
        for (int k = 0; page->waits && k < page->n[3]; k++)
            raise_to(&page->open_three[k * pairs + mine],
                     page->best_worth[k * page->width + pairs + r]);
    }
}

static void add_flips(const struct page *page, int card, int open, const double *restrict worth,
                      double *restrict out)
{
    const double *restrict copies = page->copies[card];
    int pairs = page->n[2];
    for (int i = 0; i < page->n[open]; i++) {
        unsigned bag = page->list[open][i];
        double room =
            (int)(page->packed >> 2 * card & 3) - (int)(page->s->bag[bag].packed >> 2 * card & 3);
        for (int r = 0; r < pairs; r++)
            out[i * pairs + r] += (room - copies[r]) * worth[i * page->width + r];
    }
}

static void gather_closed(struct page *page, int card)
{
    const struct solver *s = page->s;
    int pairs = page->n[2];
    add_flips(page, card, 2, page->best_mean, page->flip_pairs);
    if (!page->waits)
        return;
    add_flips(page, card, 3, page->best_worth, page->flip_three);
    for (int r = 0; r < pairs; r++) {
        unsigned hand = s->bag[page->list[2][r]].add[card];
        if (hand == NONE || page->rank[hand] == NONE)
            continue;
        double *best = page->open_three + page->rank[hand] * pairs;
        for (int b = 0; b < pairs; b++)
            raise_to(&best[b], page->best_mean[b * page->width + r]);
    }
}

static void gather_card(struct page *page, int card)
{
    struct played p[SMITTEN_PLAYS_MAX];
    int n = smitten_value_plays(page->s, page->grid, card, p);
    memset(page->best_mean, 0, sizeof(double) * (size_t)(page->n[2] * page->width));
    if (page->waits)
        memset(page->best_worth, 0, sizeof(double) * (size_t)(page->n[3] * page->width));
    for (int i = 0; i < n; i++)
        smitten_vector_play(page, p[i]);
    gather_open(page, card);
    gather_closed(page, card);
}

/* Step 3: the values. */

/* What a sweep has gathered before. */
static void take_gathered(struct page *page)
{
    int pairs = page->n[2] * page->n[2], threes = page->waits ? page->n[3] * page->n[2] : 0;
    const double *swaps = smitten_store_swaps(page->s, page->grid);
    page->run->stopped |= swaps == NULL;
    for (int i = 0; swaps != NULL && i < pairs; i++)
        raise_to(&page->open_pairs[i], swaps[i]);
    for (int i = 0; swaps != NULL && i < threes; i++)
        raise_to(&page->open_three[i], swaps[pairs + i]);
}

/* Rules S4.6: the best of both hands' swaps, into `open_pairs` and `open_three`. */
static void gather_swaps(struct page *page)
{
    const struct solver *s = page->s;
    if (s->gathered && page->grid.aside == 0) {
        take_gathered(page);
        return;
    }
    for (int card = 0; card < SMITTEN_NUMBERS; card++)
        if (s->swap && page->grid.aside == 0 && (page->packed >> 2 * card & 3) != 0)
            smitten_vector_swap(page, card);
}

static void finish_pairs(struct page *page)
{
    int pairs = page->n[2];
    for (int a = 0; a < pairs; a++)
        for (int b = 0; b <= a; b++) {
            int x = a * pairs + b, y = b * pairs + a;
            double v = page->open_pairs[x];
            raise_to(&v, page->open_pairs[y]);
            raise_to(&v, page->flip_pairs[x] / (page->cards - 4));
            raise_to(&v, page->flip_pairs[y] / (page->cards - 4));
            page->open_pairs[x] = page->open_pairs[y] = v;
            store_at(&page->out[PART_PAIRS][a * page->rests + b], v);
            store_at(&page->out[PART_PAIRS][b * page->rests + a], v);
        }
}

static void finish_three(struct page *page)
{
    int pairs = page->n[2];
    for (int k = 0; k < page->n[3]; k++)
        for (int b = 0; b < pairs; b++) {
            double v = page->open_three[k * pairs + b];
            raise_to(&v, page->flip_three[k * pairs + b] / (page->cards - 5));
            page->open_three[k * pairs + b] = v;
            store_at(&page->out[PART_THREE][k * page->rests + b], v);
        }
}

/* The mean over the open card that a hand with one card draws. */
static void finish_draws(struct page *page, int open, const double *from)
{
    const struct solver *s = page->s;
    uint64_t *out = page->out[open == 2 ? PART_PAIRS : PART_THREE];
    double mean[SMITTEN_NUMBERS];
    for (int i = 0; i < page->n[open]; i++) {
        smitten_vector_drawn(page, page->packed - s->bag[page->list[open][i]].packed,
                             from + i * page->n[2], page->cards - 1 - open, mean);
        for (int r = 0; r < page->n[1]; r++)
            store_at(&out[i * page->rests + page->n[2] + r], mean[r]);
    }
}

static double *take_temp(struct page *page, size_t words, bool zero)
{
    struct run *run = page->run;
    if (run->temp_left < words)
        return NULL;
    double *room = run->temp;
    run->temp += words;
    run->temp_left -= words;
    if (zero)
        memset(room, 0, words * sizeof *room);
    return room;
}

/* False: no room. */
static bool start_lists(struct page *page)
{
    struct solver *s = page->s;
    page->packed = unseen_of(s, page->grid, 0, 0);
    page->cards = unseen_count(page->packed);
    page->waits = smitten_can_wait(s, page->grid);
    page->rank = smitten_store_ranks(s, page->pattern);
    if (page->rank == NULL)
        return false;
    for (int size = 1; size <= 3; size++) {
        page->list[size] = smitten_store_list(s, page->pattern, size);
        page->n[size] = s->bags_in[s->twos[page->pattern]][s->ones[page->pattern]][size];
    }
    page->rests = page->n[2] + page->n[1];
    page->width = (page->rests + 3) / 4 * 4;
    return true;
}

/* The same with the parts that are to be filled. */
static bool start_page(struct page *page, bool ones)
{
    if (!start_lists(page))
        return false;
    for (int part = PART_PAIRS; part <= PART_ONES; part++) {
        bool wanted = (part == PART_ONES) == ones && (part != PART_THREE || page->waits);
        page->out[part] = wanted ? smitten_store_part(page->s, page->grid, part) : NULL;
        if (wanted && page->out[part] == NULL)
            return false;
    }
    return true;
}

/* How many copies of each number each rest has. */
static bool start_copies(struct page *page)
{
    const struct solver *s = page->s;
    bool good = true;
    for (int c = 0; c < SMITTEN_NUMBERS; c++) {
        good = good && (page->copies[c] = take_temp(page, (size_t)page->width, true)) != NULL;
        for (int i = 0; good && i < page->rests; i++) {
            unsigned bag = i < page->n[2] ? page->list[2][i] : page->list[1][i - page->n[2]];
            page->copies[c][i] = (int)(s->bag[bag].packed >> 2 * c & 3);
        }
    }
    return good;
}

/* Where a single card and another stand together. */
static void start_joined(struct page *page)
{
    const struct solver *s = page->s;
    for (int r = 0; r < page->n[1]; r++) {
        const struct bag *one = &s->bag[page->list[1][r]];
        page->number[r] = (uint8_t)lowest(one->mask);
        for (int c = 0; c < page->n[1]; c++) {
            unsigned two = one->add[lowest(s->bag[page->list[1][c]].mask)];
            bool fits = two != NONE && page->rank[two] != NONE;
            page->joined[r][c] = (uint8_t)(fits ? page->rank[two] : 0);
        }
    }
}

static bool start_vectors(struct page *page)
{
    size_t pairs = (size_t)page->n[2], threes = (size_t)page->n[3], width = (size_t)page->width;
    bool good = start_copies(page);
    start_joined(page);
    double *put = take_temp(page, SMITTEN_NUMBERS * pairs * width, true);
    for (size_t c = 0; put != NULL && c < SMITTEN_NUMBERS; c++)
        page->put[c] = put + c * pairs * width;
    return good && put != NULL && (page->chain = take_temp(page, pairs * width, false)) != NULL &&
           (page->spare = take_temp(page, pairs * width, true)) != NULL &&
           (page->worth = take_temp(page, threes * width, true)) != NULL &&
           (page->best_worth = take_temp(page, threes * width, false)) != NULL &&
           (page->best_mean = take_temp(page, pairs * width, false)) != NULL &&
           (page->row = take_temp(page, 2 * width, false)) != NULL &&
           (page->open_pairs = take_temp(page, pairs * pairs, true)) != NULL &&
           (page->flip_pairs = take_temp(page, pairs * pairs, true)) != NULL &&
           (page->open_three = take_temp(page, threes * pairs, true)) != NULL &&
           (page->flip_three = take_temp(page, threes * pairs, true)) != NULL;
}

/* Only what swaps need. */
static bool start_swaps(struct page *page)
{
    size_t rows = (size_t)(page->n[3] > page->n[2] ? page->n[3] : page->n[2]);
    return (page->put[0] = take_temp(page, rows * (size_t)page->width, true)) != NULL &&
           (page->row = take_temp(page, 2 * (size_t)page->width, false)) != NULL;
}

/* What others fill at the same time is waited for when all else is there. */
static bool fill_before(struct page *page)
{
    struct run *run = page->run;
    run->patient = run->busy = false;
    if (!fill_needed(page))
        return false;
    run->patient = true;
    return !run->busy || fill_needed(page);
}

static bool fill_page(struct page *page)
{
    if (!fill_before(page) || !start_vectors(page))
        return false;
    for (int card = 0; card < SMITTEN_NUMBERS; card++)
        if ((page->packed >> 2 * card & 3) != 0)
            gather_card(page, card);
    gather_swaps(page);
    if (page->run->stopped) /* then something of it means nothing, and others may read it */
        return false;
    finish_pairs(page);
    finish_draws(page, 2, page->open_pairs);
    if (page->waits) {
        finish_three(page);
        finish_draws(page, 3, page->open_three);
    }

    /* Limits count what single positions cost; here about eight go for one. */
    uint64_t pairs = (uint64_t)page->n[2], threes = page->waits ? (uint64_t)page->n[3] : 0;
    return smitten_value_count(page->run, (pairs / 2 + threes) * pairs / 8, true);
}

/*
 * The last blocks, the card set aside known (smitten_endgame.c).
 */

/* The first hand draws or has closed whatever the partner has not, so that only the partner's cards
   count. `won` is by their set. */
static void fill_certain(struct page *page, enum part part, uint64_t won)
{
    int open = part == PART_THREE ? 3 : 2;
    int width = part == PART_ONES ? page->n[1] : page->rests;
    uint64_t *out = page->out[part];
    for (int i = 0; i < page->n[open]; i++) {
        uint32_t partner = page->s->bag[page->list[open][i]].packed;
        double v = won >> smitten_endgame_set(page->packed, partner, 0) & 1;
        for (int r = 0; r < width; r++)
            store_at(out++, v);
    }
}

/* When a hand plays next, beside the other, and two closed cards. */
static double half_of(const struct endgame_halves *h, unsigned mine, unsigned closed)
{
    int x = lowest(closed), y = lowest(closed & (closed - 1));
    unsigned set = mine | 1u << x;
    return (h->both[x][y] >> set & 1) != 0 ? 1 : (h->one[x][y] >> set & 1) != 0 ? 0.5 : 0;
}

static bool fill_halves(struct page *page)
{
    const struct solver *s = page->s;
    struct endgame_halves h;
    int pairs = page->n[2];
    unsigned all = (1u << page->cards) - 1;
    page->open_pairs = take_temp(page, (size_t)(pairs * pairs), true);
    if (page->open_pairs == NULL)
        return false;
    start_joined(page);
    smitten_endgame_halves(page->run, page->grid, &h);
    if (page->run->stopped)
        return false;
    for (int a = 0; a < pairs; a++) {
        uint32_t first = s->bag[page->list[2][a]].packed;
        unsigned mine = smitten_endgame_set(page->packed, first, 0);
        for (int b = 0; b <= a; b++) {
            const struct bag *second = &s->bag[page->list[2][b]];
            double v = 0;
            if (bag_within(second, page->packed - first)) {
                unsigned yours = smitten_endgame_set(page->packed, second->packed, first);
                v = half_of(&h, mine, all & ~mine & ~yours);
                raise_to(&v, half_of(&h, yours, all & ~mine & ~yours));
            }
            page->open_pairs[a * pairs + b] = page->open_pairs[b * pairs + a] = v;
            store_at(&page->out[PART_PAIRS][a * page->rests + b], v);
            store_at(&page->out[PART_PAIRS][b * page->rests + a], v);
        }
    }
    finish_draws(page, 2, page->open_pairs);
    if (page->waits)
        fill_certain(page, PART_THREE, h.won);
    return true;
}

/* Else: position by position, as they are after a turn. */
static bool fill_endgame(struct page *page, enum part part)
{
    struct run *run = page->run;
    if (page->grid.aside != 0) {
        uint64_t won = smitten_endgame(run, page->grid).won;
        if (!run->stopped)
            fill_certain(page, part, won);
        return !run->stopped;
    }
    const struct solver *s = page->s;
    int open = part == PART_THREE ? 3 : 2, pairs = part == PART_ONES ? 0 : page->n[2];
    uint64_t *out = page->out[part];
    for (int i = 0; i < page->n[open]; i++) {
        unsigned partner = page->list[open][i];
        uint32_t room = page->packed - s->bag[partner].packed;
        for (int r = 0; r < pairs + page->n[1] && !run->stopped; r++) {
            unsigned rest = r < pairs ? page->list[2][r] : page->list[1][r - pairs];
            rest |= r >= pairs && part != PART_ONES ? CLOSED : 0u;
            bool fits =
                bag_within(bag_of(s, rest), room) && deck_of(s, page->grid, rest, partner) >= 0;
            double v = fits ? smitten_value_after(run, page->grid, rest, partner, -1) : 0;
            if (!run->stopped)
                store_at(out++, v);
        }
    }
    return !run->stopped;
}

/* Whoever fills a part has claimed it. */
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
    struct page page = {.run = run, .s = run->s, .grid = g, .pattern = block->pattern};
    double *temp = run->temp;
    size_t left = run->temp_left;
    bool good = start_page(&page, ones);
    if (good && ones)
        good = fill_endgame(&page, PART_ONES);
    else if (good && g.count > BLOCK_LAST)
        good = fill_endgame(&page, PART_PAIRS) && (!page.waits || fill_endgame(&page, PART_THREE));
    else if (good && g.count == BLOCK_LAST && g.aside != 0)
        good = fill_halves(&page);
    else
        good = good && fill_page(&page);
    run->temp = temp;
    run->temp_left = left;
    return good;
}

/* Fills what was claimed, unless it was filled in between; ends the claim. */
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

/* Fills what another thread needs for the block that it fills now. */
static bool help_filling(struct run *run, struct grid g, uint16_t pattern)
{
    struct page page = {.run = run, .s = run->s, .grid = g, .pattern = pattern};
    page.packed = unseen_of(run->s, g, 0, 0);
    run->patient = false;
    bool good = fill_needed(&page);
    run->patient = true;
    return good;
}

/* The parts that are asked for are there, unless there was no room. What another thread fills just
   now is left to it: `run->busy` says so, or the call waits. Nobody waits in a circle, since
   whoever fills only waits for squares with more cards, or for a known card set aside. */
static bool fill(struct run *run, struct grid g, bool ones)
{
    struct block *block = smitten_store_block(run->s, g);
    unsigned bit = ones ? FILLED_ONES : FILLED;
    bool helped = ones || g.count + (g.aside != 0) > BLOCK_LAST; /* which need no other blocks */
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
    struct page page = {.run = run, .s = run->s, .grid = g, .pattern = block->pattern};
    bool good = start_lists(&page) && start_copies(&page) && start_swaps(&page);
    page.open_pairs = swaps;
    page.open_three = swaps + page.n[2] * page.n[2];
    if (good)
        smitten_vector_swap(&page, card);
    run->temp = temp;
    run->temp_left = left;
    return good && !run->stopped;
}
