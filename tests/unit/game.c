/* The parts that all games share (core/game.h): options, deal text, cards, scores, hash. */
#include "core/game.h"

#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/tap.h"

static const char *const sizes[] = {"small", "large", NULL};
static const struct game_option rows[] = {
    {.name = "size", .values = sizes, .preset = 1},
    {.name = "set", .letters = "BRYG", .preset = GAME_OPTION_OPEN},
    {.name = NULL},
};
static const struct game sample = {.name = "sample", .options = rows};

static char memory[1024];

static struct buf fresh(void)
{
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    return b;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static void test_options(void)
{
    int opt[GAME_OPTIONS_MAX] = {7, 7, 7};
    tap_ok(game_find_option(&sample, "set") == 1, "an option is found by its name");
    tap_ok(game_find_option(&sample, "se") == -1, "part of a name finds nothing");
    game_preset_options(&sample, opt);
    tap_ok(opt[0] == 1 && opt[1] == GAME_OPTION_OPEN && opt[2] == 7,
           "only the options' presets are set");
}

static void test_option_text(void)
{
    static const struct {
        int row;
        const char *text, *why;
        int value;
    } reads[] = {
        {0, "small", NULL, 0},
        {0, "large", NULL, 1},
        {0, "Large", "option.value", 0},
        {0, "", "option.value", 0},
        {0, "larger", "option.value", 0},
        {1, "", NULL, 0},
        {1, "B", NULL, 1},
        {1, "BRYG", NULL, 15},
        {1, "RG", NULL, 10},
        {1, "GR", "option.letters", 0},
        {1, "RR", "option.letters", 0},
        {1, "BX", "option.letters", 0},
        {1, "b", "option.letters", 0},
    };
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        int value = -7;
        const char *why = game_read_option(&rows[reads[i].row], reads[i].text, &value);
        struct buf b = fresh();
        if (why == NULL)
            game_write_option(&rows[reads[i].row], value, &b);
        tap_ok(same(why, reads[i].why) &&
                   (why != NULL || (value == reads[i].value && same(memory, reads[i].text))),
               "%s=%s", rows[reads[i].row].name, reads[i].text);
    }
    struct buf b = fresh();
    game_write_options(&sample, (const int[]){0, 5}, &b);
    tap_ok(same(memory, "{\"size\":\"small\",\"set\":\"BY\"}"), "all options as JSON");
    b = fresh();
    game_write_options(&sample, (const int[]){1, GAME_OPTION_OPEN}, &b);
    tap_ok(same(memory, "{\"size\":\"large\"}"), "an open option is left out");
}

static void test_deal_text(void)
{
    static const struct {
        const char *text, *why;
        int at, n;
    } reads[] = {
        {"3 1 6 2 4 5", NULL, -1, 6},         {"1 1", NULL, -1, 2},
        {"", "deal.card-unknown", 0, 0},      {"1 ", "deal.card-unknown", 1, 0},
        {" 1", "deal.card-unknown", 0, 0},    {"1  2", "deal.card-unknown", 1, 0},
        {"1 2 9", "deal.card-unknown", 2, 0}, {"12", "deal.card-unknown", 0, 0},
        {"1\t2", "deal.card-unknown", 0, 0},
    };
    const struct game *g = games_find("null");
    for (size_t i = 0; i < sizeof reads / sizeof reads[0]; i++) {
        struct deal d;
        int at = -7;
        const char *why = game_read_deal(g, reads[i].text, &d, &at);
        struct buf b = fresh();
        if (why == NULL)
            game_write_deal(g, &d, &b);
        tap_ok(same(why, reads[i].why) && at == reads[i].at &&
                   (why != NULL || (d.n == reads[i].n && same(memory, reads[i].text))),
               "the deal text `%s`", reads[i].text);
    }
    char many[2 * GAME_CARDS_MAX + 2];
    for (int i = 0; i <= GAME_CARDS_MAX; i++)
        memcpy(many + 2 * i, "1 ", 2);
    struct deal d;
    int at;
    many[2 * GAME_CARDS_MAX + 1] = '\0';
    tap_ok(same(game_read_deal(g, many, &d, &at), "deal.too-many") && at == GAME_CARDS_MAX,
           "one card more than any deal holds");
    many[2 * GAME_CARDS_MAX - 1] = '\0';
    tap_ok(game_read_deal(g, many, &d, &at) == NULL && d.n == GAME_CARDS_MAX, "the largest deal");
}

static void test_cards(void)
{
    /* The deck is the cards 1, 2, 63, 64 and 127. */
    static const uint64_t deck[2] = {UINT64_C(6) | UINT64_C(1) << 63, UINT64_C(1) | UINT64_C(1)
                                                                                        << 63};
    static const struct {
        struct deal deal;
        const char *why;
        int at;
        const char *title;
    } checks[] = {
        {{5, {127, 1, 64, 63, 2}}, NULL, -1, "each card once"},
        {{4, {127, 1, 64, 63}}, "deal.count", -1, "a card is missing"},
        {{0, {0}}, "deal.count", -1, "no cards"},
        {{5, {127, 1, 64, 63, 1}}, "deal.card-twice", 4, "a card twice in the lower half"},
        {{5, {127, 64, 64, 63, 1}}, "deal.card-twice", 2, "a card twice in the upper half"},
        {{6, {127, 1, 64, 63, 2, 2}}, "deal.card-twice", 5, "all cards and one again"},
        {{5, {3, 1, 64, 63, 2}}, "deal.card-not-in-play", 0, "a card of another game"},
        {{5, {127, 1, 65, 63, 2}}, "deal.card-not-in-play", 2, "another in the upper half"},
        {{5, {127, 1, 64, 63, 129}}, "deal.card-not-in-play", 4, "a number above 127"},
        {{5, {127, 1, 64, 63, 255}}, "deal.card-not-in-play", 4, "the highest number"},
    };
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        int at = -7;
        const char *why = game_check_cards(&checks[i].deal, deck, 5, &at);
        tap_ok(same(why, checks[i].why) && at == checks[i].at, "cards: %s", checks[i].title);
    }
}

static void test_scores(void)
{
    struct buf b = fresh();
    game_write_seats(0, &b);
    buf_put_char(&b, ' ');
    game_write_seats(21, &b);
    tap_ok(same(memory, "[] [0,2,4]"), "seats of a bit mask");
    struct result r = {.seats = 3, .score = {31, -4, 0}, .winners = 1};
    b = fresh();
    game_write_scores(&r, &b);
    tap_ok(same(memory, "{\"scores\":[31,-4,0],\"winners\":[0]}"), "scores and winners");
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Expected values by the definition in game.c, worked out in Python. */
static void test_hash(void)
{
    static const unsigned char zero[16];
    tap_ok(game_hash_bytes("", 0) == UINT64_C(0x243f6a8885a308d3), "hash of nothing");
    tap_ok(game_hash_bytes("a", 1) == UINT64_C(0x836bc895fa07e64a), "hash of one byte");
    tap_ok(game_hash_bytes("12345678", 8) == UINT64_C(0xc27bcff376619621), "hash of one word");
    tap_ok(game_hash_bytes("123456789", 9) == UINT64_C(0xf3162d115c254ebf),
           "hash of a word and a byte");
    tap_ok(game_hash_bytes(zero, 16) == UINT64_C(0x4c0220c56229bf2d), "hash of zeros");

    static uint64_t seen[1 + 16 * 255];
    unsigned char bytes[16] = {0};
    size_t n = 0;
    seen[n++] = game_hash_bytes(bytes, 16);
    for (int i = 0; i < 16; i++)
        for (int v = 1; v < 256; v++) {
            bytes[i] = (unsigned char)v;
            seen[n++] = game_hash_bytes(bytes, 16);
            bytes[i] = 0;
        }
    qsort(seen, n, sizeof seen[0], compare_words);
    size_t equal = 0;
    for (size_t i = 1; i < n; i++)
        equal += seen[i] == seen[i - 1];
    tap_ok(equal == 0, "bytes that differ in one place hash apart");
}

/* The option of the first seat has the seats as its values, seat 0 first. */
static bool is_begins_good(const struct game *g)
{
    if (g->begins < 0)
        return g->begins == -1;
    const char *const *values = g->options[g->begins].values;
    int n = 0;
    while (values[n] != NULL && values[n][0] == '0' + n && values[n][1] == '\0')
        n++;
    return values[n] == NULL && n == g->seats_max && g->options[g->begins].preset == 0;
}

static void test_begins(void)
{
    bool good = true;
    for (int i = 0; games_list[i] != NULL; i++)
        good = good && is_begins_good(games_list[i]);
    tap_ok(good, "the first seat is an option over the seats");
}

static int count_options(const struct game *g)
{
    int n = 0;
    while (g->options[n].name != NULL)
        n++;
    return n;
}

static void test_list(void)
{
    bool good = true;
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        good = good && games_find(g->name) == g && g->state_size <= GAME_STATE_MAX &&
               g->view_size <= GAME_VIEW_MAX && count_options(g) <= GAME_OPTIONS_MAX &&
               g->seats_min <= g->seats_usual && g->seats_usual <= g->seats_max &&
               g->seats_max <= GAME_SEATS_MAX && g->rules >= 1;
    }
    tap_ok(good, "every game is found by its name and keeps to the limits");
    tap_ok(games_find("nul") == NULL && games_find("") == NULL, "no game of another name");
}

/* A game after its first deal. */
static void deal_first(const struct game *g, struct state *s)
{
    int opt[GAME_OPTIONS_MAX], at;
    struct rng r;
    struct deal d;
    rng_seed(&r, 1);
    game_preset_options(g, opt);
    g->init(s, g->seats_usual, opt);
    g->shuffle(s, &r, &d);
    g->deal(s, &d, &at);
}

static void test_traits(void)
{
    const struct game *null = games_find("null"), *smitten = games_find("smitten");
    struct state_room room;
    tap_ok(game_is_talk(smitten, "say can") && !game_is_talk(smitten, "play 1L") &&
               !game_is_talk(smitten, "say nonsense") && !game_is_talk(null, "say can"),
           "the game's own parser tells talk");
    for (int i = 0; games_list[i] != NULL; i++)
        tap_ok(games_list[i]->signal == NULL || game_is_talk(games_list[i], games_list[i]->signal),
               "%s: the signal is talk, if there is one", games_list[i]->name);
    deal_first(null, state_in(&room));
    tap_ok(game_is_sealed(null, state_in(&room)), "simultaneous choices are secret");
    move m;
    null->read_move("show", &m);
    null->apply(state_in(&room), 0, m);
    tap_ok(!game_is_sealed(null, state_in(&room)), "the last choice is not secret");
    deal_first(smitten, state_in(&room));
    tap_ok(smitten->actors(state_in(&room)) == 3 && !game_is_sealed(smitten, state_in(&room)),
           "in a game with signals no choice is secret");
}

int main(void)
{
    test_options();
    test_option_text();
    test_deal_text();
    test_cards();
    test_scores();
    test_hash();
    test_list();
    test_begins();
    test_traits();
    return tap_done();
}
