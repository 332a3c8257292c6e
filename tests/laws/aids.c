/*
 * The laws of aids (core/aids.h), in random play over all options:
 *  - The cards called seen are those whose faces the view displays as JSON, no more and no less. So
 *    with strict memory no card counts that is closed by now.
 *  - The values of a hidden own card are exactly those that some hand has there which agrees with
 *    what is displayed: all such hands are listed. With aided memory the own cards played before
 *    are known with their places; with strict memory they leave no trace.
 *  - Who can beat a card follows from the open hands alone, by the rules of tricks written once
 * more.
 *  - The numbers of a partner's hidden card are exactly those of worlds drawn from the view, and of
 *    these only the ones that fit the signal are not set apart.
 * That aids do not change when unseen cards are exchanged is checked in redeal.c.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/aids.h"
#include "games/list.h"
#include "games/luz/luz.h"
#include "tests/laws/unseen.h"
#include "tests/tap.h"

/* Random play soon loses a game of all against the cards. */
enum {
    GAMES = 40,
    SHORT = 8,
    AGAIN = 40,
    AGAIN_GAMES = 20000,
    NOTES_MAX = 3,
    WORLDS = 4000,
    VALUES = 16
};

static struct play play;
static long looked, failed, sampled, excluded;

/* One look of a seat at the game. */
static struct {
    int seat;
    struct view_room view;
    json_t *shown, *aids;
} look;

static bool hold(bool good, const char *what)
{
    if (!good && failed++ < NOTES_MAX) {
        char *shown = json_dumps(look.shown, JSON_COMPACT),
             *aids = json_dumps(look.aids, JSON_COMPACT);
        tap_note("%s: seat %d, options %s, after %d events", what, look.seat,
                 play_name_options(play.game, play.opt), play.n);
        tap_note("%s", shown);
        tap_note("%s", aids);
        free(shown);
        free(aids);
    }
    return good;
}

static json_t *parse(void (*write)(const struct view *v, struct buf *b), const struct view *v)
{
    static char text[GAME_JSON_MAX];
    struct buf b;
    buf_init(&b, text, sizeof text);
    write(v, &b);
    json_t *o = b.full ? NULL : json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (o == NULL)
        abort();
    return o;
}

static int int_of(const json_t *o, const char *name)
{
    return (int)json_integer_value(json_object_get(o, name));
}

static bool has(const json_t *list, int value)
{
    size_t i;
    const json_t *one;
    json_array_foreach(list, i, one)
    {
        if (json_integer_value(one) == value)
            return true;
    }
    return false;
}

/* Whether a list has exactly the members of a mask, bit by value. */
static bool is_list(const json_t *list, unsigned mask)
{
    for (int value = 1; value < VALUES; value++)
        if (has(list, value) != (mask >> value & 1))
            return false;
    return json_array_size(list) == (size_t)__builtin_popcount(mask);
}

/* ---- Cards seen ---- */

/* Adds the faces in a JSON text, by colour letter. */
static void find_faces(const json_t *o, unsigned seen[128])
{
    const char *text = json_string_value(o), *name;
    size_t i;
    json_t *one;
    json_array_foreach(o, i, one) find_faces(one, seen);
    json_object_foreach((json_t *)o, name, one) find_faces(one, seen);
    if (text != NULL && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= '1' && text[1] <= '9')
        seen[(int)text[0]] |= 1U << atoi(text + 1);
}

static void check_seen(void)
{
    unsigned seen[128] = {0};
    size_t i;
    const json_t *set;
    find_faces(look.shown, seen);
    json_array_foreach(json_object_get(look.aids, "sets"), i, set)
    {
        const json_t *open = json_object_get(set, "seen"), *rest = json_object_get(set, "unseen");
        unsigned all = (1U << (json_array_size(open) + json_array_size(rest) + 1)) - 2;
        unsigned known = seen[(int)json_string_value(json_object_get(set, "set"))[0]];
        hold(is_list(open, known), "the cards seen are those displayed");
        hold(is_list(rest, all & ~known), "all others are unseen");
    }
}

/* ---- Own hidden cards of a sorted hand ---- */

/* The own cards in order. A displayed or remembered one has a value, a hidden one 0. */
struct own {
    int slot, value;
    char colour;
};

static void add_own(struct own *list, int *n, int slot, const char *card)
{
    int at = (*n)++;
    for (; at > 0 && list[at - 1].slot > slot; at--)
        list[at] = list[at - 1];
    list[at] = (struct own){slot, card[1] != '\0' ? atoi(card + 1) : 0, card[0]};
}

static void add_trick(const json_t *trick, struct own *list, int *n)
{
    size_t i;
    const json_t *one;
    json_array_foreach(trick, i, one)
    {
        if (int_of(one, "seat") == look.seat)
            add_own(list, n, int_of(one, "slot"), json_string_value(json_object_get(one, "card")));
    }
}

/* The own cards of this deal that are remembered, by their moves. */
static void add_played(struct own *list, int *n)
{
    const struct view *v = view_in(&look.view);
    int from = play.n;
    while (play.event[from - 1].seat != PLAY_DEALER)
        from--;
    for (; from < play.n; from++) {
        struct buf card = BUF_ROOM(8);
        move m = play.event[from].move;
        if (play.event[from].seat != look.seat || (m & LUZ_MOVE_PLAY) == 0)
            continue;
        int slot = (int)(m & LUZ_MOVE_NUMBER);
        play.game->write_card(v->card[look.seat][slot - 1], &card);
        add_own(list, n, slot, card.text);
    }
}

static int list_own(struct own list[LUZ_SLOTS])
{
    const json_t *hand = json_array_get(json_object_get(look.shown, "hands"), (size_t)look.seat);
    const json_t *last = json_object_get(look.shown, "last"), *one;
    bool aided = json_object_get(look.shown, "played") != NULL;
    int n = 0;
    size_t i;
    json_array_foreach(hand, i, one)
        add_own(list, &n, int_of(one, "slot"), json_string_value(json_object_get(one, "back")));
    if (aided) {
        add_played(list, &n);
    } else {
        add_trick(json_object_get(look.shown, "trick"), list, &n);
        add_trick(json_object_get(last, "cards"), list, &n);
    }
    return n;
}

/* Tries all rising values of the hidden cards from place `at` on; `may` gets those of whole hands.
 */
static bool fill(const struct own *list, int n, int at, int low, unsigned unseen, unsigned *may)
{
    bool any = false;
    if (at == n)
        return true;
    if (list[at].value != 0)
        return list[at].value > low && fill(list, n, at + 1, list[at].value, unseen, may);
    for (int value = low + 1; value < VALUES; value++) {
        if ((unseen >> value & 1) == 0 || !fill(list, n, at + 1, value, unseen, may))
            continue;
        may[at] |= 1U << value;
        any = true;
    }
    return any;
}

static void check_own(void)
{
    struct own list[LUZ_SLOTS];
    unsigned seen[128] = {0}, may[LUZ_SLOTS] = {0};
    int n = list_own(list), found = 0;
    find_faces(look.shown, seen);
    unsigned all = (1U << (int_of(look.shown, "values") + 1)) - 2;
    for (int from = 0, to; from < n; from = to) {
        for (to = from; to < n && list[to].colour == list[from].colour;)
            to++;
        fill(list + from, to - from, 0, 0, all & ~seen[(int)list[from].colour], may + from);
    }
    size_t i;
    const json_t *own;
    json_array_foreach(json_object_get(look.aids, "own"), i, own)
    {
        for (int k = 0; k < n; k++)
            if (list[k].slot == int_of(own, "slot") && list[k].value == 0)
                found += hold(is_list(json_object_get(own, "may"), may[k]),
                              "the values are those of all hands that agree");
    }
    for (int k = 0; k < n; k++)
        found -= list[k].value == 0;
    hold(found == 0 || failed > 0, "each hidden card has its values");
}

/* ---- Who can beat a card ---- */

static int power(const char *card, char led)
{
    return (card[0] == 'Y' ? 100 : card[0] == led ? 0 : -1000) + atoi(card + 1);
}

static bool takes(const char *card, const char *from, char led)
{
    return power(card, led) > 0 && power(card, led) > power(from, led);
}

static bool can_take(int seat, const char *card, char led, const json_t *trick)
{
    const json_t *hand = json_array_get(json_object_get(look.shown, "hands"), (size_t)seat), *one;
    bool follows = false, any = false;
    size_t i;
    json_array_foreach(trick, i, one)
    {
        if (int_of(one, "seat") == seat)
            return takes(json_string_value(json_object_get(one, "card")), card, led);
    }
    json_array_foreach(hand, i, one) follows =
        follows || json_string_value(json_object_get(one, "card"))[0] == led;
    json_array_foreach(hand, i, one)
    {
        const char *other = json_string_value(json_object_get(one, "card"));
        any = any || ((!follows || other[0] == led) && takes(other, card, led));
    }
    return any;
}

/* Where the seat is to play: the moves that it has are those with `beaten`. */
static void check_beaten(void)
{
    const json_t *trick = json_object_get(look.shown, "trick"), *own, *value;
    const json_t *first = json_array_get(trick, 0);
    move legal[GAME_MOVES_MAX];
    size_t i, k;
    int can = 0, n = play.game->legal(play_state(&play), look.seat, legal);
    if (strcmp(json_string_value(json_object_get(look.shown, "phase")), "play") != 0 ||
        (play.game->actors(play_state(&play)) >> look.seat & 1) == 0)
        return;
    json_array_foreach(json_object_get(look.aids, "own"), i, own)
    {
        const json_t *beaten = json_object_get(own, "beaten"), *may = json_object_get(own, "may");
        const char *colour = json_string_value(json_object_get(own, "set"));
        char led = first != NULL ? json_string_value(json_object_get(first, "card"))[0] : colour[0];
        can += beaten != NULL;
        for (int seat = 0; beaten != NULL && seat < play.seats; seat++) {
            size_t all = 0;
            json_array_foreach(may, k, value)
            {
                char card[16];
                snprintf(card, sizeof card, "%c%d", colour[0], (int)json_integer_value(value));
                all += seat != look.seat && can_take(seat, card, led, trick);
            }
            hold(has(json_object_get(beaten, "sure"), seat) == (all == json_array_size(may)),
                 "who beats the card whatever its value");
            hold(has(json_object_get(beaten, "maybe"), seat) ==
                     (all > 0 && all < json_array_size(may)),
                 "who beats some of its values");
        }
    }
    hold(can == n, "cards that can be played tell who beats them");
}

/* ---- Two copies of each number, and a partner ---- */

static int count(const json_t *list, int value)
{
    int n = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        n += json_integer_value(json_array_get(list, i)) == value;
    return n;
}

static int count_shown(int number)
{
    const json_t *squares = json_object_get(look.shown, "squares"), *hand, *card;
    const json_t *pending = json_object_get(look.shown, "pending");
    size_t i, k;
    int n =
        count(json_object_get(squares, "L"), number) + count(json_object_get(squares, "R"), number);
    json_array_foreach(json_object_get(look.shown, "hands"), i, hand)
    {
        json_array_foreach(json_object_get(hand, "cards"), k, card) n +=
            int_of(card, "card") == number;
    }
    n += json_is_object(pending) && int_of(pending, "top") == number;
    return n + (int_of(look.shown, "aside") == number);
}

static void check_numbers(void)
{
    const json_t *set = json_array_get(json_object_get(look.aids, "sets"), 0);
    for (int number = 1; number <= 9; number++) {
        int seen = count(json_object_get(set, "seen"), number);
        hold(seen == count_shown(number), "the numbers seen are those displayed");
        hold(seen + count(json_object_get(set, "unseen"), number) == 2, "there are two of each");
    }
}

/* The partner's cards in a world drawn from the view: those that the viewer sees, and the others.
 */
static void draw_hand(int partner, struct rng *r, unsigned *known, unsigned *hidden)
{
    struct state_room world;
    struct view_room view;
    size_t i;
    const json_t *card;
    *known = *hidden = 0;
    memset(&view, 0, sizeof view);
    play.game->determinize(view_in(&look.view), r, state_in(&world));
    play.game->observe(state_in(&world), partner, view_in(&view));
    json_t *shown = parse(play.game->write_view, view_in(&view));
    const json_t *hand = json_array_get(json_object_get(shown, "hands"), (size_t)partner);
    json_array_foreach(json_object_get(hand, "cards"), i, card)
    {
        bool open = json_is_true(json_object_get(card, "revealed"));
        *(open ? known : hidden) |= 1U << int_of(card, "card");
    }
    json_decref(shown);
}

/* Rules S1.2 and S3.7: the numbers that fit a square now. */
static unsigned fit_square(const char *name, const char *other)
{
    const json_t *squares = json_object_get(look.shown, "squares");
    const json_t *lie = json_object_get(squares, name),
                 *options = json_object_get(look.shown, "options");
    bool hard = strcmp(json_string_value(json_object_get(options, "level")), "hard") == 0;
    unsigned fit = 0;
    if (hard && json_array_size(lie) > json_array_size(json_object_get(squares, other)))
        return 0;
    for (int n = 1; n <= 9; n++) {
        bool beside = (n % 3 != 1 && has(lie, n - 1)) || (n % 3 != 0 && has(lie, n + 1)) ||
                      has(lie, n - 3) || has(lie, n + 3);
        fit |= (unsigned)(!has(lie, n) && (json_array_size(lie) == 0 || beside)) << n;
    }
    return fit;
}

/* What the partner said as this turn began: 1 can play, -1 cannot, 0 neither. */
static int find_signal(int partner)
{
    const json_t *one;
    size_t i;
    int said = 0;
    json_array_foreach(json_object_get(look.shown, "signals"), i, one)
    {
        const char *text = json_string_value(json_object_get(one, "said"));
        if (int_of(one, "turn") == int_of(look.shown, "turn") && int_of(one, "move") == 0 &&
            int_of(one, "seat") == partner)
            said = strncmp(text, "cannot", 6) == 0 ? -1 : strncmp(text, "can", 3) == 0;
    }
    return said;
}

/* Draws worlds until each number that is named has come up, alone and with a true signal. */
static void check_partner(void)
{
    const json_t *partner = json_object_get(look.aids, "partner");
    const json_t *may = json_object_get(partner, "may"), *out = json_object_get(partner, "signals");
    bool begins = strcmp(json_string_value(json_object_get(look.shown, "phase")), "turn") == 0;
    unsigned named = 0, told = 0, drawn = 0, fits = 0;
    struct rng r;
    if (partner == NULL)
        return;
    rng_seed_pair(&r, 5, (uint64_t)looked);
    int said = find_signal(int_of(partner, "seat"));
    unsigned fit = fit_square("L", "R") | fit_square("R", "L");
    for (int value = 1; value < VALUES; value++) {
        named |= (unsigned)(has(may, value) || has(out, value)) << value;
        told |= (unsigned)has(may, value) << value;
    }
    for (int i = 0; i < WORLDS && (drawn != named || fits != told || i < 20); i++) {
        unsigned known, hidden;
        draw_hand(int_of(partner, "seat"), &r, &known, &hidden);
        bool can = ((known | hidden) & fit) != 0;
        drawn |= hidden;
        fits |= said == 0 || can == (said > 0) ? hidden : 0;
    }
    hold(drawn == named, "the partner's numbers are those of all worlds");
    if (begins || said == 0)
        hold(told == (fits != 0 ? fits : drawn), "a signal leaves the numbers that agree with it");
    excluded += json_array_size(out) > 0;
    sampled++;
}

/* ---- Play ---- */

static void look_at(int seat)
{
    const struct game *g = play.game;
    look.seat = seat;
    memset(&look.view, 0, sizeof look.view);
    g->observe(play_state(&play), seat, view_in(&look.view));
    look.shown = parse(g->write_view, view_in(&look.view));
    look.aids = parse(games_find_aids(g), view_in(&look.view));
    looked++;
    if (json_object_get(look.shown, "squares") == NULL) {
        check_seen();
    } else {
        check_numbers();
        check_partner();
    }
    if (json_object_get(look.aids, "own") != NULL) {
        check_own();
        check_beaten();
    }
    json_decref(look.shown);
    json_decref(look.aids);
}

static void check_game(const struct game *g, int seats, const int *opt, int number)
{
    play_start(&play, g, seats, opt);
    play_seed(&play, 91, (uint64_t)number);
    while (g->actors(play_state(&play)) != 0) {
        if (!play_on(&play, play.n + 1 + (int)rng_below(&play.rng, 7)))
            return;
        for (int seat = GAME_SPECTATOR; seat < seats; seat++)
            look_at(seat);
    }
}

/* Rule S5.1: a number revealed again tells more, but that is rare: games are played on until there
   are some of these positions. */
static void check_again(const struct game *g)
{
    int opt[GAME_OPTIONS_MAX];
    int met = 0;
    looked = failed = sampled = excluded = 0;
    play_first_options(g, 2, opt);
    for (int number = 0; met < AGAIN && number < AGAIN_GAMES; number++) {
        play_start(&play, g, 2, opt);
        play_seed(&play, 92, (uint64_t)number);
        while (g->actors(play_state(&play)) != 0 && play_on(&play, play.n + 1)) {
            for (int seat = 0; seat < 2; seat++) {
                if (!unseen_smitten_again(&play, play.n, seat))
                    continue;
                look_at(seat);
                met++;
            }
        }
    }
    tap_ok(failed == 0 && met >= AGAIN, "%s: a number revealed again (%d looks)", g->name, met);
}

static void check_seats(const struct game *g, int seats)
{
    int opt[GAME_OPTIONS_MAX];
    bool more = play_first_options(g, seats, opt);
    const char *wanted = getenv("AIDS_GAMES");
    int games = (wanted != NULL ? atoi(wanted) : GAMES) * (g->cooperative ? SHORT : 1);
    looked = failed = sampled = excluded = 0;
    for (int i = 0; i < games; i++) {
        check_game(g, seats, opt, i);
        /* A stride through the combinations of options, so that games differ in them. */
        for (int k = 0; k < 5; k++)
            if (!more || !play_next_options(g, seats, opt))
                more = play_first_options(g, seats, opt);
    }
    tap_ok(failed == 0 && looked > games && (sampled > 0) == (excluded > 0),
           "%s %d: aids are exact, and from what is displayed (%ld looks, %ld at a "
           "partner, %ld signals)",
           g->name, seats, looked, sampled, excluded);
}

int main(int argc, char **argv)
{
    for (int i = 0; games_list[i] != NULL; i++) {
        const struct game *g = games_list[i];
        if (argc > 1 && strcmp(argv[1], g->name) != 0)
            continue;
        if (games_find_aids(g) == NULL)
            tap_ok(true, "%s has no aids", g->name);
        for (int seats = g->seats_min; seats <= g->seats_max && games_find_aids(g) != NULL; seats++)
            check_seats(g, seats);
        if (strcmp(g->name, "smitten") == 0)
            check_again(g);
    }
    return tap_done();
}
