/*
 * Compact records: the journal of any game gives the same events and the same exported record
 * before and after it was packed, and goes on when something is added. A journal that cannot be
 * packed stays.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/list.h"
#include "store/pack.h"
#include "store/store.h"
#include "table/memory.h"
#include "tests/unit/table_help.h"

enum { ROUNDS = 4, MOVES_MOST = 3000 };
static int with_steady; /* journals where the date is not the steady time */
static const char id[] = "abcdefghij234567";
static char folder[64];

static void empty_folder(void)
{
    static const char *const files[] = {"parlor.db", "parlor.db-wal", "parlor.db-shm",
                                        "parlor.last"};
    char path[128];
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
}

static struct store *open_new(void)
{
    char why[256];
    empty_folder();
    struct store *s = store_open(folder, STORE_WRITE, why, sizeof why);
    if (s == NULL)
        tap_note("%s", why);
    return s;
}

/* Plays a whole game with words in between; the date and the steady time drift apart. */
static struct table *play_out(const struct game *g, int seats, struct rng *r)
{
    struct table *t =
        make(g->name, seats, (struct table_clock){TABLE_CLOCK_LIVE, 600000, 600000}, false);
    char text[GAME_TEXT_MAX];
    now.steady += (int64_t)rng_below(r, 2) * 86399123;
    for (int i = 0; i < seats; i++)
        sit(t, (uint64_t)i + 1);
    for (int i = 0; i < MOVES_MOST && t->phase == TABLE_PLAY; i++) {
        int seat = choose(t, r, text);
        pass((int64_t)rng_below(r, 9000));
        if (rng_below(r, 30) == 0)
            ask(t, (struct table_request){.kind = TABLE_ASK_TALK,
                                          .player = 1,
                                          .name = "Ann ñ \"",
                                          .text = "words\n,\"steady\":~7}"});
        if (seat < 0 || !play(t, seat, text))
            break;
    }
    return t;
}

struct compared {
    int n;
    bool same;
};

static bool compare(void *context, int n, int64_t at, const char *text, size_t len)
{
    struct compared *c = context;
    c->same = c->same && n == c->n && n < entries && at == journal[n].at &&
              len == strlen(journal[n].text) && memcmp(text, journal[n].text, len) == 0;
    c->n++;
    return true;
}

/* Whether the store has the journal from number `from` on. */
static bool has_journal(struct store *s, int from)
{
    struct compared c = {.n = from, .same = true};
    return store_read_events(s, id, from, compare, &c) == STORE_OK && c.same && c.n == entries;
}

static void export(struct store *s, struct strbuf *out)
{
    struct table_reading r = {.id = id};
    strbuf_reset(out);
    if (store_read_events(s, id, 0, table_read_on, &r) == STORE_OK && !r.broken)
        table_write_record(r.t, out);
    table_free(r.t);
}

static int count_rows(const char *table)
{
    char path[128], sql[64];
    sqlite3 *db = NULL;
    sqlite3_stmt *st = NULL;
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
    int n = -1;
    if (sqlite3_open(path, &db) == SQLITE_OK &&
        sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        n = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    sqlite3_close(db);
    return n;
}

static void put_journal(struct store *s)
{
    for (int i = 0; i < entries; i++)
        store_append_event(s, id, i, journal[i].at, 0, journal[i].text, strlen(journal[i].text));
    store_put_table(
        s, &(struct store_table){.id = id, .phase = TABLE_OVER, .due = 1, .row = "", .seen = 5});
    store_commit(s);
}

/* The law, for the game in `journal`. */
static bool keeps_all(struct table *t)
{
    struct strbuf before = STRBUF_EMPTY, after = STRBUF_EMPTY;
    struct store *s = open_new();
    int n = 0, last = 0;
    int64_t turn;
    put_journal(s);
    export(s, &before);
    bool good = t->phase == TABLE_OVER && before.len > 100;
    with_steady += strstr(journal[entries - 2].text, ",\"steady\":") != NULL;
    good = good && store_pack_table(s, id, &n) == STORE_OK && n == entries;
    good = good && has_journal(s, 0); /* also before the commit */
    store_rollback(s);
    good = good && count_rows("events") == entries && count_rows("records") == 0;
    good = good && store_pack_table(s, id, &n) == STORE_OK && store_commit(s) == STORE_OK;
    good = good && count_rows("events") == 0 && count_rows("records") == 1;
    good = good && has_journal(s, 0) && has_journal(s, entries / 2) && has_journal(s, entries - 1);
    good = good && store_find_last(s, id, &last, &turn) == STORE_OK && last == entries - 1;
    export(s, &after);
    good = good && before.len == after.len && memcmp(before.text, after.text, before.len) == 0;
    /* Something is said at the old table: its journal is back. */
    good = good && ask(t, (struct table_request){.kind = TABLE_ASK_TALK,
                                                 .player = 2,
                                                 .name = "Bob",
                                                 .phrase = true,
                                                 .text = "thanks"});
    const struct entry *e = &journal[entries - 1];
    good = good &&
           store_append_event(s, id, entries - 1, e->at, 0, e->text, strlen(e->text)) == STORE_OK;
    store_rollback(s);
    entries--;
    good = good && has_journal(s, 0) && count_rows("records") == 1;
    entries++;
    good = good &&
           store_append_event(s, id, entries - 1, e->at, 0, e->text, strlen(e->text)) == STORE_OK;
    good = good && store_commit(s) == STORE_OK && has_journal(s, 0);
    good = good && count_rows("events") == entries && count_rows("records") == 0;
    strbuf_clear(&before);
    strbuf_clear(&after);
    store_close(s);
    return good;
}

static void test_games(void)
{
    struct rng r;
    rng_seed(&r, 15);
    for (int g = 0; games_list[g] != NULL; g++)
        for (int seats = games_list[g]->seats_min; seats <= games_list[g]->seats_max; seats++) {
            int good = 0;
            for (int i = 0; i < ROUNDS; i++) {
                struct table *t = play_out(games_list[g], seats, &r);
                good += keeps_all(t);
                table_free(t);
                forget_journal();
            }
            tap_ok(good == ROUNDS, "%s of %d: %d of %d games", games_list[g]->name, seats, good,
                   ROUNDS);
        }
}

static bool keep_text(void *context, int n, int64_t at, const char *text, size_t len)
{
    (void)n, (void)at;
    snprintf(context, 64, "%.*s", (int)len, text);
    return false;
}

/* Texts that no table writes stay as they are, packed or not. */
static void test_odd(void)
{
    static const char *const odd[] = {
        "{\"steady\":7}",
        "{\"steady\":-7}",
        "{\"a\":1,\"steady\":007}",
        "{\"steady\":~7}",
        "{\"x\":\"\n\"}",
        "no brace",
        "{\"steady\":99999999999999999999999}",
        "{\"e\":\"over\"}",
    };
    struct store *s = open_new();
    int bad = 0, packed = 0;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        char table[20], text[64] = "";
        int n;
        snprintf(table, sizeof table, "odd%013zu", i);
        store_append_event(s, table, 0, 100 + (int64_t)i, 0, odd[i], strlen(odd[i]));
        packed += store_pack_table(s, table, &n) == STORE_OK;
        store_commit(s);
        store_read_events(s, table, 0, keep_text, text);
        bad += strcmp(text, odd[i]) != 0;
    }
    tap_ok(bad == 0 && packed >= 3, "odd texts: %d differ, %d were packed", bad, packed);
    store_close(s);
}

/* A record has no keys of requests, and a text that only looks like one stays. */
static void test_keys(void)
{
    static const char *const texts[][2] = {
        {"{\"e\":\"move\",\"key\":\"aZ9_-\",\"seat\":1,\"text\":\"play 4\",\"steady\":107}",
         "{\"e\":\"move\",\"seat\":1,\"text\":\"play 4\",\"steady\":107}"},
        {"{\"e\":\"draw\",\"key\":\"a\"}", "{\"e\":\"draw\"}"},
        {"{\"e\":\"talk\",\"text\":\"\\\",\\\"key\\\":\\\"b\\\"\"}", NULL},
        {"{\"e\":\"talk\",\"a\":{\"key\":\"b\"}}", NULL},
        {"{\"e\":\"draw\",\"key\":\"a", NULL},
        {"{\"e\":\"draw", NULL},
    };
    struct store *s = open_new();
    int bad = 0, packed = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char table[20], text[64] = "";
        const char *want = texts[i][1] != NULL ? texts[i][1] : texts[i][0];
        int n;
        snprintf(table, sizeof table, "key%013zu", i);
        store_append_event(s, table, 0, 100, 0, texts[i][0], strlen(texts[i][0]));
        packed += store_pack_table(s, table, &n) == STORE_OK;
        store_commit(s);
        store_read_events(s, table, 0, keep_text, text);
        bad += strcmp(text, want) != 0;
    }
    tap_ok(bad == 0 && packed == 6, "a record leaves out keys alone: %d wrong, %d packed", bad,
           packed);
    store_close(s);
}

static void change(const char *sql)
{
    char path[128];
    sqlite3 *db = NULL;
    snprintf(path, sizeof path, "%s/parlor.db", folder);
    if (sqlite3_open(path, &db) == SQLITE_OK)
        sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
}

/* A record with a wrong byte is not believed; nor is a journal with a gap packed. */
static void test_damage(void)
{
    struct store *s = open_new();
    struct table *t = make("null", 2, (struct table_clock){TABLE_CLOCK_NONE, 0, 0}, false);
    int n = 0;
    put_journal(s);
    change("DELETE FROM events WHERE n = 0");
    tap_ok(store_pack_table(s, id, &n) == STORE_NONE, "a journal with a gap stays");
    store_close(s);
    s = open_new();
    put_journal(s);
    store_pack_table(s, id, &n);
    store_commit(s);
    change(
        "UPDATE records SET data = CAST(substr(data, 1, 20) || x'55' || substr(data, 22) AS BLOB)");
    struct table_reading r = {.id = id};
    tap_ok(store_read_events(s, id, 0, table_read_on, &r) == STORE_OK && r.broken && r.t == NULL,
           "a damaged record reads as a damaged journal");
    store_drop_table(s, id);
    store_commit(s);
    char next[20];
    tap_ok(count_rows("records") == 0 && store_next_journal(s, "", next, sizeof next) == STORE_NONE,
           "a table is removed with its record");
    store_close(s);
    table_free(t);
    forget_journal();
}

int main(void)
{
    if (!fair_init())
        abort();
    snprintf(folder, sizeof folder, "%s/parlor-pack-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (mkdtemp(folder) == NULL)
        abort();
    test_games();
    tap_ok(with_steady > 4, "%d journals have a steady time", with_steady);
    test_odd();
    test_keys();
    test_damage();
    empty_folder();
    rmdir(folder);
    return tap_done();
}
