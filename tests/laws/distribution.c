/*
 * The law of sampling: `determinize` draws each world with its exact probability. For positions
 * with few hidden cards, brute force lists every deal that the seat cannot tell from the true one:
 * it puts the unknown cards into the deal in every order, replays the same events, and keeps the
 * deals that give the same view. All deals are equally likely, so the share of a world is the share
 * of the deals that lead to it. (In Smitten hidden cards leave a hand by choice. The card that left
 * is taken to be any hidden one with equal chance, not one picked by number, so a deal counts once
 * for each of two equal cards that could have left.) Many samples must then hit all of these
 * worlds, no others, and in these shares (chi-square, fixed seeds).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/list.h"
#include "tests/chi.h"
#include "tests/laws/unseen.h"
#include "tests/tap.h"

enum {
    DEALS_MAX = 20000,    /* listed for one position */
    NODES_MAX = 100000,   /* steps of the search for them */
    SAMPLES_MAX = 400000, /* for one position */
    GAMES_MAX = 60000,    /* played to find positions of one kind */
    POSITIONS = 4,        /* tested of each kind */
};

struct kind {
    const char *game, *title;
    int seats;
    bool spectator;
    bool (*wanted)(int events, int seat);
    bool told; /* only positions where going on, or not, gives information */
};

static struct play play, other;

/* The search of one position. */
static struct {
    int events, seat;
    struct view_room view;
    int spots, hidden; /* hidden: how many of the last events are sealed choices */
    struct spot spot[SPOTS_MAX];
    int cards;
    uint8_t card[SPOTS_MAX]; /* to be put into the spots, in rising order */
    bool used[SPOTS_MAX];
    int kind_of[256];
    int drawn[PLAY_EVENTS_MAX + 1]; /* Smitten only */
    struct view_room past[PLAY_EVENTS_MAX + 1];
    long nodes, told; /* told: deals that only the latest event rules out */
    int deals;
    long weight; /* of all deals */
} find;

struct world {
    uint64_t id;
    long weight, hits;
};
static struct world worlds[DEALS_MAX]; /* while listing, one for each deal */
static int worlds_n;

static bool is_game(const char *name)
{
    return strcmp(play.game->name, name) == 0;
}

/* A spectator of Smitten knows neither hand, which is too much to list. Unless a card was revealed
   again, hidden cards are exchangeable: it does not matter which of them a seen card was. */
static bool is_exchangeable(void)
{
    return find.seat == GAME_SPECTATOR;
}

/* ------------------------------------------------------------------ listing deals */

static bool is_view(const struct state *s, const struct view_room *want)
{
    struct view_room view;
    memset(&view, 0, sizeof view);
    play.game->observe(s, find.seat, view_in(&view));
    return memcmp(&view, want, sizeof view) == 0;
}

static void keep_world(const struct state *s)
{
    if (!is_view(s, &find.view) || find.deals == DEALS_MAX)
        return;
    worlds[find.deals++] = (struct world){
        .id = game_hash_bytes(s, play.game->state_size),
        .weight = is_game("smitten") && !is_exchangeable()
                      ? unseen_smitten_chance(&other, find.events)
                      : 1,
    };
}

/* Replays from event `at` on; another seat's sealed choice may be any legal one. */
static void replay(const struct state_room *from, int at)
{
    const struct game *g = play.game;
    struct state_room room = *from;
    for (; at < find.events; at++) {
        const struct event *e = &other.event[at];
        if (at >= find.events - find.hidden && e->seat != find.seat) {
            move list[GAME_MOVES_MAX];
            int n = g->legal(state_in(&room), e->seat, list);
            for (int i = 0; i < n; i++) {
                struct state_room branch = room;
                g->apply(state_in(&branch), e->seat, list[i]);
                replay(&branch, at + 1);
            }
            return;
        }
        if (play_carry_out(g, state_in(&room), e) != NULL)
            return;
    }
    keep_world(state_in(&room));
}

static void keep_deal(void)
{
    struct state_room room;
    memset(&room, 0, sizeof room);
    play.game->init(state_in(&room), play.seats, play.opt);
    replay(&room, 0);
}

/* Smitten: whether the first `known` cards of the deal agree with the seat's views while no others
   mattered. */
static bool agrees_so_far(int known)
{
    const struct game *g = play.game;
    struct state_room room;
    memset(&room, 0, sizeof room);
    g->init(state_in(&room), play.seats, play.opt);
    for (int i = 0; i < find.events && find.drawn[i + 1] <= known; i++)
        if (play_carry_out(g, state_in(&room), &other.event[i]) != NULL ||
            !is_view(state_in(&room), &find.past[i + 1])) {
            find.told += i + 1 == find.events;
            return false;
        }
    return true;
}

/* Whether backs and places permit a card at a spot. */
static bool may_lie(int at, int card)
{
    const struct spot *s = &find.spot[at];
    bool alike = s->kind == find.kind_of[card];
    if (is_game("photograph"))
        return find.kind_of[card] < 0 ? s->stack == 2 : alike || s->stack > 0;
    if (!is_game("luz"))
        return true;
    /* Packets are sets: list each in one order only. */
    const uint8_t *deal = other.event[s->event].deal.card;
    bool first = at == 0 || find.spot[at - 1].stack != s->stack;
    return alike && (first || deal[find.spot[at - 1].index] < card);
}

/* Completes the deal with unused cards in the spots from `at` on. */
static void fill_rest(int at)
{
    for (int i = 0; i < find.cards; i++)
        if (!find.used[i])
            other.event[find.spot[at].event].deal.card[find.spot[at].index] = find.card[i], at++;
}

static void list_deals(int at)
{
    if (++find.nodes > NODES_MAX || find.deals == DEALS_MAX)
        return;
    if (at == find.spots) {
        keep_deal();
        return;
    }
    const struct spot *s = &find.spot[at];
    for (int i = 0, last = -1; i < find.cards; i++) {
        if (find.used[i] || find.card[i] == last || !may_lie(at, find.card[i]))
            continue;
        last = find.card[i]; /* equal cards make equal deals */
        find.used[i] = true;
        other.event[s->event].deal.card[s->index] = find.card[i];
        bool good = true;
        if (is_game("smitten")) {
            fill_rest(at + 1);
            good = agrees_so_far(at + 1 < find.spots && find.spot[at + 1].index > s->index
                                     ? find.spot[at + 1].index
                                     : GAME_CARDS_MAX);
        }
        if (good)
            list_deals(at + 1);
        find.used[i] = false;
    }
}

/* ------------------------------------------------------------------ positions */

static int compare_bytes(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* Finds the spots whose cards the seat does not know. */
static void find_spots(void)
{
    int n, last = 0;
    find.hidden = 0;
    if (is_game("photograph")) {
        n = unseen_photograph(&play, find.events, find.seat, find.spot);
        find.hidden = unseen_photograph_sealed(&play, find.events);
    } else if (is_game("luz")) {
        n = unseen_luz(&play, find.events, find.seat, find.spot);
    } else if (is_game("smitten")) {
        n = is_exchangeable() ? unseen_smitten(&play, find.events, find.seat, find.spot)
                              : unseen_smitten_unsure(&play, find.events, find.seat, find.spot);
        if (n > 0 && find.spot[0].index == 0) { /* the card set aside matters last */
            memmove(find.spot, find.spot + 1, (size_t)(n - 1) * sizeof find.spot[0]);
            find.spot[n - 1] = (struct spot){.index = 0};
        }
        for (int i = 1; i <= find.events; i++)
            find.drawn[i] = unseen_smitten_drawn(&play, i);
    } else {
        n = unseen_null(&play, find.events, find.seat, find.spot);
        find.hidden = find.events <= play.seats ? find.events - 1 : 0;
    }
    for (int i = 0; i < find.events; i++)
        last = play.event[i].seat == PLAY_DEALER ? i : last;
    find.spots = 0;
    for (int i = 0; i < n; i++) /* earlier deals no longer matter */
        if (find.spot[i].event == last)
            find.spot[find.spots++] = find.spot[i];
    find.cards = find.spots;
    for (int i = 0; i < find.spots; i++) {
        find.card[i] = play.event[last].deal.card[find.spot[i].index];
        find.kind_of[find.card[i]] = find.spot[i].kind;
    }
    qsort(find.card, (size_t)find.cards, 1, compare_bytes);
}

/* Remembers the view after each event. */
static void find_views(void)
{
    struct state_room room;
    memset(&room, 0, sizeof room);
    play.game->init(state_in(&room), play.seats, play.opt);
    for (int i = 0; i < find.events; i++) {
        play_carry_out(play.game, state_in(&room), &play.event[i]);
        memset(&find.past[i + 1], 0, sizeof find.past[0]);
        play.game->observe(state_in(&room), find.seat, view_in(&find.past[i + 1]));
    }
    find.view = find.past[find.events];
}

/* Whether there are few enough deals to try. */
static bool is_small(void)
{
    static struct spot spot[SPOTS_MAX];
    int deck = 0;
    if (is_game("smitten"))
        return unseen_smitten(&play, find.events, find.seat, spot) <= 7;
    for (int i = 0; i < find.spots; i++)
        deck += is_game("photograph") && find.spot[i].stack > 0;
    return deck <= 5 && find.spots <= 24;
}

static int compare_worlds(const void *a, const void *b)
{
    uint64_t x = ((const struct world *)a)->id, y = ((const struct world *)b)->id;
    return (x > y) - (x < y);
}

/* Lists the worlds of a position with their shares; false if there are too many or only one. */
static bool find_worlds(int events, int seat)
{
    find.events = events;
    find.seat = seat;
    find.nodes = find.told = 0;
    find.deals = worlds_n = 0;
    find_spots();
    if (find.spots + find.hidden < 2 || !is_small())
        return false;
    find_views();
    other = play;
    memset(find.used, 0, sizeof find.used);
    list_deals(0);
    if (find.nodes > NODES_MAX || find.deals == DEALS_MAX)
        return false;
    qsort(worlds, (size_t)find.deals, sizeof worlds[0], compare_worlds);
    find.weight = 0;
    for (int i = 0; i < find.deals; i++) {
        long weight = worlds[i].weight;
        find.weight += weight;
        if (worlds_n > 0 && worlds[worlds_n - 1].id == worlds[i].id)
            worlds[worlds_n - 1].weight += weight;
        else
            worlds[worlds_n++] = worlds[i];
    }
    return worlds_n > 2;
}

/* ------------------------------------------------------------------ samples */

static struct world *find_world(uint64_t id)
{
    int low = 0, high = worlds_n - 1;
    while (low <= high) {
        int middle = (low + high) / 2;
        if (worlds[middle].id == id)
            return &worlds[middle];
        if (worlds[middle].id < id)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return NULL;
}

/* The number of samples that expects each world 20 times; 0 if too many. */
static long count_samples(void)
{
    long rarest = find.weight;
    for (int i = 0; i < worlds_n; i++)
        rarest = worlds[i].weight < rarest ? worlds[i].weight : rarest;
    long n = 20 * find.weight / rarest + 1;
    return n > SAMPLES_MAX ? 0 : n;
}

/* Draws the samples; notes a broken law and returns false. */
static bool samples_agree(long samples)
{
    static long count[DEALS_MAX];
    static double expected[DEALS_MAX];
    struct rng r;
    struct state_room room;
    rng_seed_pair(&r, worlds[0].id, (uint64_t)find.events);
    for (long i = 0; i < samples; i++) {
        memset(&room, 0, sizeof room);
        play.game->determinize(view_in(&find.view), &r, state_in(&room));
        struct world *w = find_world(game_hash_bytes(room.bytes, play.game->state_size));
        if (w == NULL) {
            tap_note("a world was drawn that the rules do not permit");
            return false;
        }
        w->hits++;
    }
    for (int i = 0; i < worlds_n; i++) {
        if (worlds[i].hits == 0) {
            tap_note("a world is never drawn, expected %ld of %ld", worlds[i].weight, find.weight);
            return false;
        }
        count[i] = worlds[i].hits;
        expected[i] = (double)samples * (double)worlds[i].weight / (double)find.weight;
    }
    return chi_agrees(count, expected, worlds_n);
}

static void note_position(void)
{
    tap_note("options %s, seat %d", play_name_options(play.game, play.opt), find.seat);
    for (int i = 0; i < find.events; i++) {
        char memory[GAME_DEAL_TEXT_MAX];
        struct buf b;
        buf_init(&b, memory, sizeof memory);
        if (play.event[i].seat == PLAY_DEALER)
            game_write_deal(play.game, &play.event[i].deal, &b);
        tap_note("%d %s", play.event[i].seat,
                 play.event[i].seat == PLAY_DEALER ? memory : unseen_move(&play, i));
    }
}

/* ------------------------------------------------------------------ kinds of positions */

static bool any(int events, int seat)
{
    (void)seat;
    return events > 0;
}

/* Another seat's choice is sealed. */
static bool is_sealed(int events, int seat)
{
    int n = is_game("photograph")  ? unseen_photograph_sealed(&play, events)
            : events <= play.seats ? events - 1
                                   : 0;
    for (int i = events - n; i < events; i++)
        if (play.event[i].seat != seat)
            return true;
    return false;
}

/* In the seat's own hand a known card lies between hidden ones of its colour. */
static bool has_gap(int events, int seat)
{
    struct spot spot[SPOTS_MAX];
    int n = unseen_luz(&play, events, seat, spot);
    for (int i = 1; i < n; i++)
        if (spot[i].event == spot[i - 1].event && spot[i].stack == seat + 1 &&
            spot[i - 1].stack == seat + 1 && spot[i].kind == spot[i - 1].kind &&
            spot[i].index > spot[i - 1].index + 1)
            return true;
    return false;
}

static bool has_again(int events, int seat)
{
    return unseen_smitten_again(&play, events, seat);
}

static bool has_no_again(int events, int seat)
{
    return !has_again(events, seat);
}

static bool has_swap(int events, int seat)
{
    (void)seat;
    for (int i = 1; i < events; i++)
        if (strncmp(unseen_move(&play, i), "swap", 4) == 0)
            return true;
    return false;
}

/* The game is lost, which gives information about the hidden cards. */
static bool is_lost(int events, int seat)
{
    (void)seat;
    return events == play.n;
}

static bool goes_on(int events, int seat)
{
    return !is_lost(events, seat);
}

static const struct kind kinds[] = {
    {"null", "before and after the choices", 3, false, any, false},
    {"null", "sealed choices", 3, false, is_sealed, false},
    {"null", "a spectator, sealed choices", 2, true, is_sealed, false},
    {"luz", "the own hand", 3, false, any, false},
    {"luz", "the own hand with gaps", 4, false, has_gap, false},
    {"luz", "the own hand with gaps", 5, false, has_gap, false},
    {"luz", "a spectator", 3, true, any, false},
    {"luz", "a spectator", 4, true, any, false},
    {"luz", "a spectator", 5, true, any, false},
    {"photograph", "backs late in the game", 2, false, any, false},
    {"photograph", "backs late in the game", 3, false, any, false},
    {"photograph", "backs late in the game", 4, false, any, false},
    {"photograph", "a spectator late in the game", 2, true, any, false},
    {"photograph", "sealed winds", 2, false, is_sealed, false},
    {"photograph", "sealed winds", 3, false, is_sealed, false},
    {"photograph", "a spectator, sealed winds", 2, true, is_sealed, false},
    {"smitten", "two players", 2, false, any, false},
    {"smitten", "two players, a game that goes on", 2, false, goes_on, true},
    {"smitten", "two players, a lost game", 2, false, is_lost, true},
    {"smitten", "two players, a card revealed again", 2, false, has_again, false},
    {"smitten", "a spectator", 2, true, has_no_again, false},
    {"smitten", "solo with closed cards", 1, false, any, false},
    {"smitten", "solo after a swap", 1, false, has_swap, false},
    {"smitten", "solo, a lost game", 1, false, is_lost, false},
};

/* Plays a whole game; options change from game to game. */
static void play_whole(const struct game *g, int seats, int number)
{
    static int opt[GAME_OPTIONS_MAX];
    if (number == 0 || !play_next_options(g, seats, opt))
        play_first_options(g, seats, opt);
    struct event e;
    play_start(&play, g, seats, opt);
    play_seed(&play, 4242, (uint64_t)number);
    while (play_draw(&play, &e)) {
        if (e.seat == PLAY_DEALER && is_game("luz"))
            unseen_luz_sort(&play, &e.deal);
        if (!play_add(&play, &e))
            return;
    }
}

/* Tests a position if it is of this kind and small enough. */
static bool test_position(const struct kind *k, int events, int seat, int *bad)
{
    if (!k->wanted(events, seat) || !find_worlds(events, seat) || (k->told && find.told == 0))
        return false;
    long samples = count_samples();
    if (samples == 0)
        return false;
    if (!samples_agree(samples)) {
        note_position();
        ++*bad;
    }
    return true;
}

/* Picks a random late position of the game just played, or the latest one of a rare kind. */
static bool try_game(const struct kind *k, int *bad)
{
    int late = is_game("null") || play.n < 8 ? play.n : play.n / 3;
    int events = play.n - (int)rng_below(&play.rng, (uint32_t)late);
    int seat = k->spectator ? GAME_SPECTATOR : (int)rng_below(&play.rng, (uint32_t)k->seats);
    if (k->wanted == is_lost)
        events = play.n;
    if (k->wanted != has_again)
        return test_position(k, events, seat, bad);
    for (events = play.n; events > 1; events--)
        if (test_position(k, events, seat, bad))
            return true;
    return false;
}

static void test_kind(const struct kind *k)
{
    const struct game *g = games_find(k->game);
    int found = 0, sum = 0, bad = 0;
    for (int number = 0; number < GAMES_MAX && found < POSITIONS && bad == 0; number++) {
        play_whole(g, k->seats, number);
        if (try_game(k, &bad)) {
            found++;
            sum += worlds_n;
        }
    }
    tap_ok(found == POSITIONS && bad == 0, "%s %d: %s: %d positions, %d worlds", k->game, k->seats,
           k->title, found, sum);
}

int main(int argc, char **argv)
{
    bool known = argc == 1;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (games_find(kinds[i].game) == NULL || (argc > 1 && strcmp(argv[1], kinds[i].game) != 0))
            continue;
        known = true;
        test_kind(&kinds[i]);
    }
    if (!known)
        tap_ok(false, "%s: `kinds` says how to count its worlds", argv[1]);
    return tap_done();
}
