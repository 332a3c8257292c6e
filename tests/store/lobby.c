/*
 * The lobby when it is full: a fair choice, for every store. The address of a PostgreSQL database
 * is an argument; without one a file is used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/store.h"
#include "tests/tap.h"

enum { CROWD = 60, CROWD_LOBBY = 20, ID_MAX = 24 };

static bool failed; /* a table could not be stored */

/* The letter of a table says who made it: Crowd, Victim, Neighbour, Known. */
static void list_one(struct store *s, char letter, int n, struct store_maker maker, int64_t changed)
{
    char id[ID_MAX];
    snprintf(id, sizeof id, "lobby%c%09d", letter, n);
    const struct store_table row = {.id = id,
                                    .listed = true,
                                    .due = INT64_MAX,
                                    .due_date = INT64_MAX,
                                    .changed = changed,
                                    .row = ""};
    if (store_put_table(s, &row) != STORE_OK || store_put_listing(s, id, &maker) != STORE_OK)
        failed = true;
}

static bool count_letter(void *context, const struct store_table *t)
{
    int *count = context;
    count[(unsigned char)(strncmp(t->id, "lobby", 5) == 0 ? t->id[5] : 'C')]++;
    return true;
}

static void count_lobby(struct store *s, int count[128])
{
    memset(count, 0, 128 * sizeof *count);
    store_list_lobby(s, 500, CROWD_LOBBY, count_letter, count);
}

static void drop_lobby(struct store *s, const char *letters)
{
    char id[ID_MAX];
    for (; *letters != '\0'; letters++)
        for (int i = 0; i < CROWD; i++) {
            snprintf(id, sizeof id, "lobby%c%09d", *letters, i);
            store_drop_table(s, id);
        }
    store_commit(s);
}

static struct store_maker maker_at(uint64_t network, uint64_t address, bool known)
{
    return (struct store_maker){1000 + address, address << 1, network << 32, known};
}

static void test_crowd(struct store *s)
{
    int count[128], seen = 0, kept = 0;
    /* Few networks with many addresses: the others' tables are older, and there all the same. */
    list_one(s, 'V', 0, maker_at(900, 900, false), 1000);
    list_one(s, 'N', 0, maker_at(3, 901, false), 1000);
    for (int i = 0; i < CROWD; i++)
        list_one(s, 'C', i, maker_at(1 + (uint64_t)i % 3, 1 + (uint64_t)i % 6, false), 2000 + i);
    count_lobby(s, count);
    tap_ok(count['V'] == 1 && count['C'] == CROWD_LOBBY - 2 && count['N'] == 1,
           "a crowd in few networks leaves room for others, and for its neighbours");
    tap_ok(store_clean_listings(s, 500, CROWD_LOBBY) == STORE_OK, "the listings are bounded");
    store_list_lobby(s, 500, 10 * CROWD, count_letter, memset(count, 0, sizeof count));
    tap_ok(count['V'] == 1 && count['N'] == 1 && count['C'] == CROWD_LOBBY - 2, "in the same way");
    drop_lobby(s, "VNC");

    /* As many networks as tables. */
    list_one(s, 'V', 0, maker_at(900, 900, false), 1000);
    for (int i = 0; i < CROWD; i++)
        list_one(s, 'C', i, maker_at(1 + (uint64_t)i, 1 + (uint64_t)i, false), 2000 + i);
    for (int i = 0; i < 200; i++) {
        count_lobby(s, count);
        seen += count['V'];
    }
    tap_ok(seen > 20 && seen < 150, "in a crowd of as many networks the lot decides");
    for (int i = 0; i < CROWD; i++)
        list_one(s, 'K', i, maker_at(300 + (uint64_t)i, 300 + (uint64_t)i, true), 1000 + i);
    count_lobby(s, count);
    tap_ok(count['K'] == 15 && count['K'] + count['C'] + count['V'] == CROWD_LOBBY,
           "people who were known before have three of four places");
    store_clean_listings(s, 500, CROWD_LOBBY);
    store_list_lobby(s, 500, 10 * CROWD, count_letter, memset(count, 0, sizeof count));
    kept = count['K'] + count['C'] + count['V'];
    tap_ok(count['K'] == 15 && kept == CROWD_LOBBY, "in the listings too");
    drop_lobby(s, "VCK");
}

static int see_own(struct store *s, uint64_t player)
{
    int count[128] = {0};
    store_list_lobby_own(s, 500, 10, player, count_letter, count);
    return count['V'];
}

static void test_known(struct store *s)
{
    struct store_table row = {.id = "lobbyV000000000",
                              .listed = true,
                              .phase = 2,
                              .due = INT64_MAX,
                              .due_date = INT64_MAX,
                              .changed = 1000,
                              .row = ""};
    bool put =
        store_put_table(s, &row) == STORE_OK && store_put_seat(s, row.id, 77, 0, 1000) == STORE_OK;
    tap_ok(put && store_find_known(s, 77, 1001) == STORE_OK, "a finished game makes known");
    tap_ok(store_find_known(s, 77, 1000) == STORE_NONE, "once it is old");
    tap_ok(store_find_known(s, 78, 1001) == STORE_NONE, "its own people alone");
    tap_ok(see_own(s, 77) == 0, "it is not in the lobby");
    row.phase = 1;
    store_put_table(s, &row);
    tap_ok(store_find_known(s, 77, 1001) == STORE_NONE, "an unfinished one does not");
    tap_ok(see_own(s, 77) == 1 && see_own(s, 78) == 0, "but is in the lobby of its own people");
    drop_lobby(s, "V");
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/parlor-lobby-XXXXXX", why[256], file[64];
    const char *place = argc > 1 ? argv[1] : mkdtemp(folder);
    struct store *s = place != NULL ? store_open(place, STORE_WRITE, why, sizeof why) : NULL;
    if (tap_ok(s != NULL, "the store opens")) {
        test_crowd(s);
        test_known(s);
        tap_ok(!failed, "all tables were stored");
        store_close(s);
    }
    snprintf(file, sizeof file, "%s/parlor.db", folder);
    if (argc == 1 && unlink(file) == 0)
        rmdir(folder);
    return tap_done();
}
