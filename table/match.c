/* Playing matches: threads play games, and results are counted in order. See match.h. */
#include "table/match.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "search/study.h"
#include "table/bot_memory.h"
#include "table/match_count.h"
#include "table/memory.h"
#include "table/record.h"

enum { WINDOW = 512 }; /* games in play or waiting for an earlier one */
/* Separates the bots' random numbers from those of the deals. */
#define SEEDS_MARK UINT64_C(0x9e6c63d0876a9a47)

/* One match in progress. The mutex guards everything but the plan and the games: a game belongs to
   its worker until it is done, then to the thread that counts. */
struct match_run {
    const struct match_plan *plan;
    uint64_t games;  /* of the whole match */
    uint64_t next;   /* the next one to begin */
    uint64_t behind; /* the first one not yet counted */
    atomic_bool stop;
    pthread_mutex_t mutex;
    pthread_cond_t moved;    /* a game was finished or counted */
    struct match_game *ring; /* WINDOW of them, game i at i % WINDOW */
};

struct worker {
    struct match_run *run;
    pthread_t thread;
    struct driver driver;
    struct record_writer writer;
    void *study; /* working memory for calibration; NULL without */
};

int match_entry_at(const struct match_plan *plan, int rotation, int seat)
{
    int n = plan->setup.seats;
    return plan->sits[(seat + n - rotation % n) % n];
}

/* ------------------------------------------------------------------ seating */

static void add_no_such_bot(const struct match_plan *plan, const char *text, size_t len,
                            struct problem *p)
{
    char memory[PROBLEM_ARG_MAX];
    struct buf list;
    buf_init(&list, memory, sizeof memory);
    driver_list_bots(plan->setup.game, &list);
    problem_add(p, MSG("match.no-such-bot"));
    problem_add_bytes(p, text, len);
    problem_add_text(p, plan->setup.game->name);
    problem_add_text(p, list.text);
}

/* The number of the entry that is this bot with this budget; a new one if there is none. */
static int find_entry(struct match_plan *plan, const struct driver_bot *b)
{
    int i = 0;
    while (i < plan->entries &&
           (plan->entry[i].bot != b->bot || plan->entry[i].iterations != b->iterations))
        i++;
    if (i == plan->entries)
        plan->entry[plan->entries++] = *b;
    return i;
}

bool match_seat_list(struct match_plan *plan, const struct driver_bot *bot, int n,
                     struct problem *p)
{
    int seats = plan->setup.seats;
    if (n != 1 && n != 2 && n != seats) {
        problem_add(p, MSG("match.bots-count"));
        problem_add_int(p, n);
        problem_add_int(p, seats);
        return false;
    }
    plan->entries = 0;
    for (int i = 0; i < seats; i++)
        plan->sits[i] = find_entry(plan, &bot[i < n ? i : n - 1]);
    plan->rotations = plan->entries > 1 ? seats : 1;
    plan->together = plan->setup.game->cooperative;
    return true;
}

bool match_seat_bots(struct match_plan *plan, const char *text, struct problem *p)
{
    struct driver_bot list[GAME_SEATS_MAX];
    int n = 0;
    for (const char *at = text;; at++) {
        size_t len = strcspn(at, ",");
        struct driver_bot b;
        if (!driver_read_bot(plan->setup.game, at, len, &b)) {
            add_no_such_bot(plan, at, len, p);
            return false;
        }
        if (n < GAME_SEATS_MAX)
            list[n] = b;
        n++;
        at += len;
        if (*at == '\0')
            break;
    }
    return match_seat_list(plan, list, n, p);
}

/* ------------------------------------------------------------------ one game */

static void sit_down(struct worker *w, int rotation)
{
    const struct match_plan *plan = w->run->plan;
    struct driver_bot bot[GAME_SEATS_MAX];
    for (int i = 0; i < plan->setup.seats; i++)
        bot[i] = plan->entry[match_entry_at(plan, rotation, i)];
    driver_seat(&w->driver, plan->setup.seats, bot);
}

static void play_game(struct worker *w, uint64_t number, struct match_game *out)
{
    const struct match_plan *plan = w->run->plan;
    const struct game *g = plan->setup.game;
    uint64_t deal = number / (uint64_t)plan->rotations;
    int rotation = (int)(number % (uint64_t)plan->rotations);
    struct state_room room;
    struct play_event e;
    struct rng deals, seeds;
    rng_seed_pair(&deals, plan->seed, deal);
    rng_seed_pair(&seeds, plan->seed ^ SEEDS_MARK, number);
    setup_init(&plan->setup, state_in(&room));
    sit_down(w, rotation);
    w->driver.watch = plan->calibrate ? match_note_bid : NULL;
    w->driver.context = out;
    driver_open(&w->driver, plan->setup.opt);
    match_game_start(out, plan, w->study);
    record_start(&w->writer, g, plan->setup.seats);
    while (!atomic_load(&w->run->stop) &&
           driver_choose(&w->driver, state_in(&room), &deals, &seeds, &e)) {
        play_event_apply(g, state_in(&room), &e);
        match_note_event(out, state_in(&room), e.seat);
        if (plan->records && e.seat == PLAY_DEAL)
            record_add_deal(&w->writer, &e.deal);
        else if (plan->records)
            record_add_move(&w->writer, e.seat, e.move);
    }
    if (!atomic_load(&w->run->stop))
        driver_close(&w->driver, state_in(&room));
    g->result(state_in(&room), &out->result);
    if (plan->records) {
        record_finish(&w->writer, state_in(&room), &out->record);
        driver_sign_record(&w->driver, plan->seed, deal, &out->record);
    }
    memcpy(out->cost, w->driver.cost, sizeof out->cost);
}

/* ------------------------------------------------------------------ threads */

/* The next game to play, or `games` if none is left; waits while the ring is full. */
static uint64_t take_game(struct match_run *run)
{
    pthread_mutex_lock(&run->mutex);
    while (!atomic_load(&run->stop) && run->next < run->games && run->next >= run->behind + WINDOW)
        pthread_cond_wait(&run->moved, &run->mutex);
    uint64_t number = atomic_load(&run->stop) ? run->games : run->next;
    if (number < run->games)
        run->next++;
    pthread_mutex_unlock(&run->mutex);
    return number;
}

static void *work(void *context)
{
    struct worker *w = context;
    struct match_run *run = w->run;
    for (uint64_t i; (i = take_game(run)) < run->games;) {
        struct match_game *game = &run->ring[i % WINDOW];
        play_game(w, i, game);
        pthread_mutex_lock(&run->mutex);
        game->done = true;
        pthread_cond_broadcast(&run->moved);
        pthread_mutex_unlock(&run->mutex);
    }
    return NULL;
}

static void start_worker(struct match_run *run, struct worker *w)
{
    w->run = run;
    driver_init(&w->driver, run->plan->setup.game);
    w->driver.time_ns = run->plan->time_ns;
    w->driver.clock = run->plan->clock;
    w->driver.stop = &run->stop;
    record_writer_init(&w->writer);
    if (run->plan->calibrate)
        w->study = bot_memory_take(study_find(run->plan->setup.game)->scratch);
    if (pthread_create(&w->thread, NULL, work, w) != 0)
        abort();
}

static void end_worker(struct worker *w)
{
    pthread_join(w->thread, NULL);
    driver_clear(&w->driver);
    record_writer_clear(&w->writer);
    bot_memory_free(w->study);
}

/* Waits for game number `i`. */
static struct match_game *await_game(struct match_run *run, uint64_t i)
{
    struct match_game *game = &run->ring[i % WINDOW];
    pthread_mutex_lock(&run->mutex);
    while (!game->done)
        pthread_cond_wait(&run->moved, &run->mutex);
    pthread_mutex_unlock(&run->mutex);
    return game;
}

/* Frees the ring's places of the games of one deal. */
static void release_games(struct match_run *run, int n)
{
    pthread_mutex_lock(&run->mutex);
    for (int i = 0; i < n; i++)
        run->ring[(run->behind + (uint64_t)i) % WINDOW].done = false;
    run->behind += (uint64_t)n;
    pthread_cond_broadcast(&run->moved);
    pthread_mutex_unlock(&run->mutex);
}

/* Counts the deals in order until the last one, or until the match is decided. */
static void count_deals(struct match_run *run, match_watch *watch, void *context,
                        struct match_score *out)
{
    const struct match_plan *plan = run->plan;
    struct strbuf records;
    bool going = true;
    strbuf_init(&records);
    for (uint64_t deal = 0; deal < plan->deals && going; deal++) {
        const struct match_game *game[GAME_SEATS_MAX];
        strbuf_reset(&records);
        for (int i = 0; i < plan->rotations; i++) {
            game[i] = await_game(run, deal * (uint64_t)plan->rotations + (uint64_t)i);
            strbuf_put_bytes(&records, game[i]->record.text, game[i]->record.len);
        }
        match_count_deal(plan, game, out);
        release_games(run, plan->rotations);
        going = watch == NULL || watch(context, out, plan->records ? &records : NULL);
        if (plan->sprt && out->verdict != MATCH_OPEN)
            going = false;
    }
    strbuf_clear(&records);
}

void match_run(const struct match_plan *plan, match_watch *watch, void *context,
               struct match_score *out)
{
    struct match_run run = {.plan = plan, .games = plan->deals * (uint64_t)plan->rotations};
    struct worker *worker = memory_take_zeros((size_t)plan->threads, sizeof worker[0]);
    run.ring = memory_take_zeros(WINDOW, sizeof run.ring[0]);
    pthread_mutex_init(&run.mutex, NULL);
    pthread_cond_init(&run.moved, NULL);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < plan->threads; i++)
        start_worker(&run, &worker[i]);
    count_deals(&run, watch, context, out);
    pthread_mutex_lock(&run.mutex);
    atomic_store(&run.stop, true);
    pthread_cond_broadcast(&run.moved);
    pthread_mutex_unlock(&run.mutex);
    for (int i = 0; i < plan->threads; i++)
        end_worker(&worker[i]);
    for (int i = 0; i < WINDOW; i++)
        strbuf_clear(&run.ring[i].record);
    pthread_cond_destroy(&run.moved);
    pthread_mutex_destroy(&run.mutex);
    free(run.ring);
    free(worker);
}
