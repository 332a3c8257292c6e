/*
 * The store's health. A thread with a connection of its own reads the whole database when the
 * server starts, then now and then, and when the store has met a damaged page. While the database
 * is damaged, its WAL too, nothing is stored: a change could cost what is still sound. See
 * server.h.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/health.h"
#include "server/log.h"
#include "server/room.h"
#include "server/server.h"
#include "table/clock.h"
#include "table/memory.h"

enum { HOUR_S = 3600, AGAIN_S = 60, SLOW_MS = 2000 };

struct finding {
    bool failed; /* the database could not be checked: `first` says why */
    bool cut;    /* a part of its WAL is gone */
    int pages, gaps;
    char first[HEALTH_TEXT_MAX]; /* the first flaw but for gaps */
};

struct checker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    atomic_bool stop;
    bool asked, found;
    int seconds; /* between two checks */
    const char *place;
    struct finding finding;
};

/* ---- the thread ---- */

static void note_flaw(void *context, const struct store_flaw *f)
{
    struct finding *found = context;
    found->pages += f->kind == STORE_FLAW_PAGE;
    found->gaps += f->kind == STORE_FLAW_GAP;
    if (f->kind == STORE_FLAW_PAGE && found->pages == 1)
        snprintf(found->first, sizeof found->first, "%s", f->text);
    if (f->kind != STORE_FLAW_WAL)
        return;
    found->cut = true;
    snprintf(found->first, sizeof found->first,
             "parlor.db-wal was cut or replaced: %d of %d pages are sound", f->n, f->of);
}

/* Waits until a check is due; false: the server stops. */
static bool wait_for_turn(struct checker *c)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    pthread_mutex_lock(&c->lock);
    bool good = c->finding.pages == 0 && !c->finding.cut && !c->finding.failed;
    until.tv_sec += good || c->seconds < AGAIN_S ? c->seconds : AGAIN_S;
    while (!c->asked && !c->stop && pthread_cond_timedwait(&c->wake, &c->lock, &until) != ETIMEDOUT)
        continue;
    c->asked = false;
    pthread_mutex_unlock(&c->lock);
    return !c->stop;
}

static void *run(void *source)
{
    struct checker *c = source;
    while (wait_for_turn(c)) {
        struct finding found = {.pages = 0};
        char why[HEALTH_TEXT_MAX] = "";
        if (store_check(c->place, &c->stop, note_flaw, &found, why, sizeof why) != STORE_OK) {
            found.failed = true;
            memcpy(found.first, why, sizeof why);
        }
        pthread_mutex_lock(&c->lock);
        c->finding = found;
        c->found = !c->stop;
        pthread_mutex_unlock(&c->lock);
    }
    return NULL;
}

static struct checker *start_checker(const char *place, int seconds)
{
    struct checker *c = memory_take_zeros(1, sizeof *c);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->wake, &steady);
    pthread_condattr_destroy(&steady);
    c->place = place;
    c->seconds = seconds;
    c->asked = true;
    if (pthread_create(&c->thread, NULL, run, c) == 0)
        return c;
    free(c);
    return NULL;
}

static void ask(struct checker *c)
{
    pthread_mutex_lock(&c->lock);
    c->asked = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

static bool take(struct checker *c, struct finding *out)
{
    pthread_mutex_lock(&c->lock);
    bool found = c->found;
    *out = c->finding;
    c->found = false;
    pthread_mutex_unlock(&c->lock);
    return found;
}

/* ---- the loop's side ---- */

static const char verify[] = "parlor verify-store, then parlor repair (docs/hosting.md)",
                  repair[] = "stop the server and run parlor repair",
                  restart[] = "restart the server: all that was stored is safe",
                  look_after[] =
                      "look after the disk and make a backup; then run parlor verify-store",
                  look_after_shared[] = "look after PostgreSQL; then run parlor verify-store";

static const char *find_advice(const struct server *s)
{
    return store_is_shared(store_find_place(s->store)) ? look_after_shared : look_after;
}

void health_start(struct server *s)
{
    const char *table;
    char n[16];
    int event;
    if (store_has_lost(s->store, &table, &event)) {
        s->health.lost = true;
        snprintf(n, sizeof n, "%d", event);
        log_line("error", "lost", "table", table, "number", n, "why",
                 "the last commits are gone: was the WAL cut, or an old file put in place?", "do",
                 "docs/hosting.md, \"If the database is damaged\"", NULL);
    }
    int seconds = s->settings->check_seconds > 0 ? s->settings->check_seconds
                                                 : s->settings->check_hours * HOUR_S;
    if (seconds > 0)
        s->health.checker = start_checker(store_find_place(s->store), seconds);
}

void health_stop(struct server *s)
{
    struct checker *c = s->health.checker;
    if (c == NULL)
        return;
    pthread_mutex_lock(&c->lock);
    c->stop = true;
    pthread_cond_signal(&c->wake);
    pthread_mutex_unlock(&c->lock);
    pthread_join(c->thread, NULL);
    free(c);
}

/* Nothing is known of what a check would have found: what was found before still counts. */
static void note_failure(struct server *s, const char *why)
{
    if (strcmp(s->health.failure, why) == 0)
        return; /* it is logged once */
    snprintf(s->health.failure, sizeof s->health.failure, "%s", why);
    log_line("error", "check", "why", why, "do", find_advice(s), NULL);
}

/* While the file is damaged nothing is stored. Without its WAL, what is stored from now on would
   not survive a crash. */
static void note_damage(struct server *s, const struct finding *found)
{
    struct health *h = &s->health;
    bool saved = found->cut && store_rescue_wal(s->store) == STORE_OK;
    h->remedy = saved ? restart : repair;
    snprintf(h->damage, sizeof h->damage, "%s", found->first);
    log_line("error", "damaged", "why", found->first, "do",
             saved        ? restart
             : found->cut ? repair
                          : verify,
             NULL);
}

static void settle(struct server *s, const struct finding *found)
{
    bool was = s->health.damage[0] != '\0' || s->health.failure[0] != '\0';
    bool damaged = found->pages > 0 || found->cut;
    char gaps[16];
    s->health.checks++;
    if (found->failed) {
        note_failure(s, found->first);
        return;
    }
    s->health.failure[0] = s->health.damage[0] = '\0';
    if (damaged)
        note_damage(s, found);
    if (found->gaps > 0 && found->gaps != s->health.gaps) {
        snprintf(gaps, sizeof gaps, "%d", found->gaps);
        log_line("error", "damaged", "journals", gaps, "do", verify, NULL);
    }
    s->health.gaps = found->gaps;
    store_freeze(s->store, s->health.damage);
    if (was && !damaged)
        log_line("info", "sound", NULL);
}

void health_turn(struct server *s)
{
    struct finding found;
    if (s->health.checker == NULL)
        return;
    if (store_take_suspicion(s->store) && s->now.steady >= s->health.ask_at) {
        s->health.ask_at = s->now.steady + AGAIN_S * 1000;
        ask(s->health.checker);
    }
    if (take(s->health.checker, &found))
        settle(s, &found);
}

int health_count_tables(const struct server *s)
{
    int n = 0;
    for (int i = 0; i < SERVER_HASH; i++)
        for (const struct live_table *live = s->bucket[i]; live != NULL; live = live->next)
            n += live->damaged >= 0;
    return n > s->health.gaps ? n : s->health.gaps;
}

/* Whether people wait for the store longer than they should. */
static bool is_slow(const struct server *s)
{
    return s->wait.on && clock_ns() - s->turn_began_ns > SLOW_MS * INT64_C(1000000);
}

static void write_flaws(const struct server *s, struct buf *b)
{
    const struct health *h = &s->health;
    int tables = health_count_tables(s);
    if (h->damage[0] != '\0') {
        buf_put(b, "the database is damaged: ");
        buf_put(b, h->damage);
        buf_put_char(b, '\n');
        buf_put(b, h->remedy);
        buf_put_char(b, '\n');
    }
    if (h->failure[0] != '\0') {
        buf_put(b, "the database could not be checked: ");
        buf_put(b, h->failure);
        buf_put_char(b, '\n');
        buf_put(b, find_advice(s));
        buf_put_char(b, '\n');
    }
    if (tables > 0) {
        buf_put(b, "damaged tables: ");
        buf_put_int(b, tables);
        buf_put(b, "; parlor verify-store lists them\n");
    }
    if (room_is_low(s))
        buf_put(b, "the disk is nearly full: no new tables; make room\n");
    if (h->lost)
        buf_put(b, "commits from before the start are gone: parlor verify-store; see the log\n");
}

bool health_write(const struct server *s, char *out, size_t cap)
{
    struct buf b;
    bool damaged = s->health.damage[0] != '\0', slow = is_slow(s);
    bool stops = s->stopping || s->drain.leave != 0;
    bool good = s->store_good && !stops && !damaged && !slow;
    buf_init(&b, out, cap);
    buf_put(&b, good    ? "ok\n"
                : stops ? "the server stops\n"
                : slow  ? "the store does not answer\n"
                        : "the store refuses changes\n");
    write_flaws(s, &b);
    if (s->drain.on) {
        buf_put(&b, "no new tables; games in play: ");
        buf_put_int(&b, s->drain.left);
        buf_put_char(&b, '\n');
    }
    return good;
}
