/*
 * Smitten solver: all that needs threads. The whole game is solved by several, layer by layer from
 * the fullest squares down. A turn puts down at most 4 cards, so a layer reads the next 4 and older
 * ones are dropped. Within a layer threads take pairs of squares one by one; a value that two
 * threads compute at once is the same for both.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "solve/smitten_value.h"

enum { THREADS_MAX = 64 };

/* One sweep over the whole game. */
struct sweep {
    struct solver *s;
    int threads, turns;
    uint8_t (*pair)[2]; /* of the layer */
    int done, all;      /* pairs of squares, for progress */
    solve_progress *progress;
    void *context;
    enum solve_book book;
    char *text; /* of the book, or NULL */
};

/* Shared by the threads of one layer. */
struct layer {
    struct sweep *sweep;
    struct solver *s;
    int count; /* cards in the squares */
    int aside; /* the card known to be set aside, or 0 */
    int all;
    const uint8_t (*pair)[2];
    atomic_int next;
    atomic_bool failed;
    pthread_mutex_t lock; /* of progress */
};

/* Rule S3.7 (`hard2`); and a turn puts down two cards, unless one of them asks for another play, or
   for nothing. */
static bool can_occur(const struct solver *s, int l, int r)
{
    int more = s->shape[l].count - s->shape[r].count;
    unsigned odd = (unsigned)more & 1;
    for (unsigned lie = s->shape[l].mask | s->shape[r].mask; odd != 0 && lie != 0; lie &= lie - 1) {
        int task = s->task[lowest(lie) + 1];
        odd = task != SMITTEN_ASK_PLAY && task != SMITTEN_ASK_NONE;
    }
    return odd == 0 && (!s->hard2 || (more <= 1 && more >= -1));
}

/* All pairs of shapes with so many cards that can occur; mirrored ones once. */
static int list_pairs(const struct solver *s, int count, int aside, uint8_t (*out)[2])
{
    int n = 0;
    for (int l = 0; l < SHAPES; l++)
        for (int r = 0; r < SHAPES; r++) {
            bool both = (s->shape[l].mask & s->shape[r].mask & smitten_bit(aside)) != 0;
            if (s->shape[l].count + s->shape[r].count != count || (aside != 0 && both) ||
                !can_occur(s, l, r) || (r < l && is_mirrored(s, (unsigned)l, (unsigned)r)))
                continue;
            out[n][0] = (uint8_t)l;
            out[n++][1] = (uint8_t)r;
        }
    return n;
}

/* Open hands: every position at the start of a turn. */
static bool fill_open(struct run *run, struct grid g)
{
    struct solver *s = run->s;
    const struct block *block = smitten_store_block(s, g);
    const uint16_t *first = block != NULL ? smitten_store_list(s, block->pattern, s->full) : NULL;
    if (first == NULL)
        return false;
    int n = s->bags_in[s->twos[block->pattern]][s->ones[block->pattern]][s->full];
    for (int i = 0; i < n && !run->stopped; i++) {
        unsigned rest = block->pattern - s->bag[first[i]].pattern;
        const uint16_t *second = smitten_store_list(s, rest, s->full);
        int m = s->bags_in[s->twos[rest]][s->ones[rest]][s->full];
        for (int j = 0; second != NULL && j < m && second[j] <= first[i]; j++)
            smitten_value_after(run, g, first[i], second[j], -1);
    }
    return !run->stopped;
}

static bool fill_pair(struct run *run, const struct layer *layer, int i)
{
    struct grid g = {.shape = {layer->pair[i][0], layer->pair[i][1]},
                     .aside = (uint8_t)layer->aside,
                     .count = (uint8_t)layer->count};
    if (run->s->seats != 1)
        return fill_open(run, g);
    return smitten_block_fill(run, g) &&
           (g.aside == 0 || g.count > BLOCK_LAST || smitten_block_gather(run, g));
}

static void tell_progress(struct layer *layer)
{
    struct sweep *sweep = layer->sweep;
    pthread_mutex_lock(&layer->lock);
    sweep->done++;
    if (sweep->progress != NULL)
        sweep->progress(sweep->context, sweep->done, sweep->all);
    pthread_mutex_unlock(&layer->lock);
}

static void *work(void *arg)
{
    struct layer *layer = arg;
    double *temp = malloc(sizeof(double) * TEMP);
    struct run run = {.s = layer->s,
                      .limit = UINT64_MAX,
                      .blocks = true,
                      .temp = temp,
                      .temp_left = temp != NULL ? TEMP : 0};
    int i;
    while (!atomic_load(&layer->failed) && (i = atomic_fetch_add(&layer->next, 1)) < layer->all) {
        if (!fill_pair(&run, layer, i))
            atomic_store(&layer->failed, true);
        tell_progress(layer);
    }
    free(temp);
    return NULL;
}

/* Runs the work in so many threads at once, or in fewer if not all can be started. */
static void run_threads(void *(*run)(void *), void *arg, int threads)
{
    pthread_t thread[THREADS_MAX];
    int started = 0;
    for (; started < threads - 1; started++)
        if (pthread_create(&thread[started], NULL, run, arg) != 0)
            break;
    run(arg);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
}

/* The last layer in which both hands are full, and so the first to be swept. */
static int top_layer(const struct solver *s)
{
    return s->seats == 1 ? BLOCK_READ : SMITTEN_GOAL - 2 * s->full;
}

static bool sweep_layer(struct sweep *sweep, int count, int aside)
{
    struct layer layer = {.sweep = sweep,
                          .s = sweep->s,
                          .count = count,
                          .aside = aside,
                          .pair = (const uint8_t(*)[2])sweep->pair};
    layer.all = list_pairs(sweep->s, count, aside, sweep->pair);
    pthread_mutex_init(&layer.lock, NULL);
    run_threads(work, &layer, sweep->threads);
    pthread_mutex_destroy(&layer.lock);
    return !atomic_load(&layer.failed);
}

/* All layers, with this card set aside or none. Keeps the layers that the first turns read: so many
   before a swap, one after it. */
static bool sweep_layers(struct sweep *sweep, int aside)
{
    int turns = aside == 0 ? sweep->turns : 1;
    for (int count = top_layer(sweep->s); count >= 0; count--) {
        if (!sweep_layer(sweep, count, aside))
            return false;
        /* A turn after the first begins with 2 cards more. */
        for (int old = count + TURN_PUTS + 2 * (turns - 1); count > 0 && old < FACTS; old++)
            smitten_store_drop(sweep->s, old, aside != 0);
    }
    return true;
}

/* Shared by the threads that write a book. */
struct writing {
    const struct sweep *sweep;
    int aside;
    atomic_int next;
    atomic_bool failed;
};

static void *write_part(void *arg)
{
    struct writing *writing = arg;
    double *temp = malloc(sizeof(double) * TEMP);
    struct book_writer w = {.run = {.s = writing->sweep->s,
                                    .limit = UINT64_MAX,
                                    .blocks = true,
                                    .temp = temp,
                                    .temp_left = temp != NULL ? TEMP : 0},
                            .book = writing->sweep->book,
                            .aside = writing->aside,
                            .next = &writing->next,
                            .out = writing->sweep->text};
    smitten_book_write(&w);
    if (w.run.stopped)
        atomic_store(&writing->failed, true);
    free(temp);
    return NULL;
}

/* Writes the answers after a swap for this card as the very first move; with 0 all others. */
static bool write_text(const struct sweep *sweep, int aside)
{
    struct writing writing = {.sweep = sweep, .aside = aside};
    run_threads(write_part, &writing, sweep->threads);
    return !atomic_load(&writing.failed);
}

/* Takes each card that may be set aside in turn, since positions after a swap need the most memory;
   the best swaps are gathered on the way into the blocks before the swap. */
static bool sweep_swapped(struct sweep *sweep)
{
    struct solver *s = sweep->s;
    for (int aside = 1; aside <= SMITTEN_NUMBERS; aside++) {
        if (!sweep_layers(sweep, aside))
            return false;
        if (sweep->text != NULL && !write_text(sweep, aside))
            return false;
        for (int layer = KEPT + 1; layer < FACTS; layer++)
            smitten_store_drop(s, layer, true);
    }
    s->gathered = true;
    return true;
}

/* Fills all layers and keeps those that so many first turns read. */
static bool run_sweep(struct sweep *sweep)
{
    struct solver *s = sweep->s;
    int threads = sweep->threads;
    sweep->threads = threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
    sweep->pair = malloc(sizeof *sweep->pair * SHAPES * SHAPES);
    bool good = sweep->pair != NULL, swaps = s->seats == 1 && s->swap;
    smitten_store_reset(s);
    for (int aside = swaps ? SMITTEN_NUMBERS : 0; good && aside >= 0; aside--)
        for (int count = top_layer(s); count >= 0; count--)
            sweep->all += list_pairs(s, count, aside, sweep->pair);
    good = good && (!swaps || sweep_swapped(sweep)) && sweep_layers(sweep, 0);
    free(sweep->pair);
    return good;
}

/* Back to a table for single questions. */
static void finish_sweep(struct solver *s)
{
    uint32_t used = s->used;
    smitten_hash_reset(s);
    s->used = used;
}

bool solve_smitten_sweep(struct solver *s, int threads, solve_progress *progress, void *context,
                         double *out)
{
    struct sweep sweep = {
        .s = s, .threads = threads, .turns = 1, .progress = progress, .context = context};
    bool good = run_sweep(&sweep);
    if (good) {
        struct run run = {
            .s = s, .limit = UINT64_MAX, .blocks = true, .temp = s->temp, .temp_left = TEMP};
        unsigned hand = s->seats == 1 ? CLOSED : 0;
        *out = smitten_value_after(&run, (struct grid){.count = 0}, hand, hand, -1);
        good = !run.stopped;
    }
    finish_sweep(s);
    return good;
}

struct helper {
    pthread_t thread;
    void (*work)(void *);
    void *of;
    atomic_bool stop;
    /* For blocks: */
    struct solver *s;
    struct grid grid;
    int layer;
    double temp[TEMP];
};

/* The squares that may grow from this one. */
static void mark_reached(const struct solver *s, unsigned shape, bool reached[SHAPES])
{
    reached[shape] = true;
    for (unsigned m = s->shape[shape].fit; m != 0; m &= m - 1)
        if (!reached[s->shape[shape].add[lowest(m)]])
            mark_reached(s, s->shape[shape].add[lowest(m)], reached);
}

static void fill_blocks(void *helper)
{
    struct helper *h = helper;
    struct solver *s = h->s;
    struct run run = {.s = s,
                      .stop = &h->stop,
                      .limit = UINT64_MAX,
                      .blocks = true,
                      .temp = h->temp,
                      .temp_left = TEMP};
    bool reached[2][SHAPES] = {{false}};
    for (int i = 0; i < 2; i++)
        mark_reached(s, h->grid.shape[i], reached[i]);
    /* The answering thread begins with low numbers, so this one begins with high numbers. */
    for (int l = SHAPES - 1; l >= 0; l--)
        for (int r = SHAPES - 1; r >= 0; r--) {
            struct grid g = {.shape = {(uint8_t)l, (uint8_t)r},
                             .aside = h->grid.aside,
                             .count = (uint8_t)(s->shape[l].count + s->shape[r].count)};
            bool twice = (s->shape[l].mask & s->shape[r].mask & smitten_bit(g.aside)) != 0;
            if (g.count == h->layer && reached[0][l] && reached[1][r] && (g.aside == 0 || !twice) &&
                !smitten_block_fill(&run, g))
                return;
        }
}

static void *help(void *helper)
{
    struct helper *h = helper;
    h->work(h->of);
    return NULL;
}

/* A thread that works, or NULL; then `h` is free again. */
static struct helper *start_helper(struct helper *h)
{
    atomic_init(&h->stop, false);
    if (pthread_create(&h->thread, NULL, help, h) == 0)
        return h;
    free(h);
    return NULL;
}

struct helper *smitten_help_start(struct solver *s, struct grid g, int layer)
{
    struct helper *h = malloc(sizeof *h);
    if (h == NULL)
        return NULL;
    h->work = fill_blocks;
    h->of = h;
    h->s = s;
    h->grid = g;
    h->layer = layer;
    return start_helper(h);
}

struct helper *smitten_help_with(void (*work)(void *), void *of)
{
    struct helper *h = malloc(sizeof *h);
    if (h == NULL)
        return NULL;
    h->work = work;
    h->of = of;
    return start_helper(h);
}

void smitten_help_end(struct helper *h)
{
    if (h == NULL)
        return;
    atomic_store(&h->stop, true);
    pthread_join(h->thread, NULL);
    free(h);
}

bool solve_smitten_make_book(struct solver *s, int threads, enum solve_book book,
                             solve_progress *progress, void *context, char *out)
{
    struct sweep sweep = {.s = s,
                          .threads = threads,
                          .turns = book == SOLVE_BOOK_FIRST ? 1 : 2,
                          .progress = progress,
                          .context = context,
                          .book = book,
                          .text = out};
    smitten_book_start(s, book, out);
    bool good = s->seats == 1 && run_sweep(&sweep) && write_text(&sweep, 0);
    finish_sweep(s);
    return good;
}
