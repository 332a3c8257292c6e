/* Smitten for the library: its actions, and views as numbers; docs/library.md lists their order.
   Signals of earlier turns and the log are left out: parlor_view has them. */
#include "games/smitten/smitten.h"
#include "lib/internal.h"

enum { HAND = 9 + 9 + 2 };

static int count(int seats)
{
    (void)seats;
    return 2 * 18 + 2 * HAND + 8 + 9 + 2 + 3 + 9 + 9 + 9 + 3 + 2 + 2 + 8;
}

/* The known copies of each number, the revealed ones, and the number of cards in hand. */
static void put_hand(struct lib_writer *w, const struct view *v, int who)
{
    const struct smitten_hand *h = &v->hand[who];
    for (int n = 1; n <= 9; n++)
        lib_put(w, (float)((h->one & smitten_bit(n)) != 0) / 2 +
                       (float)((h->two & smitten_bit(n)) != 0) / 2);
    lib_put_bits(w, 9, h->shown);
    lib_put(w, (float)v->held[who] / 4);
    lib_put(w, v->closed[who]);
}

static void write(const struct view *v, struct lib_writer *w)
{
    const struct smitten_table *t = &v->t;
    int own = v->seat == 1;
    for (int i = 0; i < 2; i++) {
        lib_put_bits(w, 9, t->square[i]);
        lib_put_bits(w, 9, t->may[i]);
    }
    put_hand(w, v, own);
    put_hand(w, v, !own);
    lib_put_one(w, 8, t->phase);
    lib_put_one(w, 9, t->card - 1);
    lib_put_one(w, 2, t->card > 0 ? t->at : -1);
    lib_put_one(w, 3, t->card > 0 ? t->call : -1);
    lib_put_one(w, 9, t->kept - 1);
    lib_put_one(w, 9, t->top - 1);
    lib_put_one(w, 9, v->aside - 1);
    lib_put(w, (float)t->decked / SMITTEN_CARDS);
    lib_put(w, (float)t->placed / SMITTEN_GOAL);
    lib_put(w, (float)t->turn / SMITTEN_TURNS);
    lib_put(w, (float)(t->actors >> own & 1));
    lib_put(w, (float)(t->actors >> !own & 1));
    lib_put(w, t->phase != SMITTEN_TURN && t->mover == own);
    lib_put(w, t->phase != SMITTEN_TURN && t->mover == !own);
    lib_put_bits(w, 4, (uint64_t)smitten_said_in_turn(t, own));
    lib_put_bits(w, 4, (uint64_t)smitten_said_in_turn(t, !own));
}

/* The moves of one hand: "" with two players, or A or B in solo. */
static void list_hand(const struct game *g, const char *hand, struct lib_actions *a)
{
    static const char *const verbs[] = {"play", "place"}, *const calls[] = {"", " higher",
                                                                            " lower"};
    for (int verb = 0; verb < 2; verb++)
        for (int n = 1; n <= 9; n++)
            for (int square = 0; square < 2; square++)
                for (int call = 0; call < (n == 5 ? 3 : 1); call++) /* Rule S2: card 5 */
                    lib_add_action(g, a, "%s %s%d%c%s", verbs[verb], hand, n, "LR"[square],
                                   calls[call]);
    for (int n = 1; n <= 9; n++)
        lib_add_action(g, a, "reveal %s%d", hand, n);
}

static void list_actions(const struct game *g, int seats, struct lib_actions *a)
{
    static const char *const hands[] = {"A", "B"};
    list_hand(g, "", a);
    for (int i = 0; i < 2 && seats == 1; i++) {
        list_hand(g, hands[i], a);
        lib_add_action(g, a, "flip %s", hands[i]);
        for (int n = 1; n <= 9; n++)
            lib_add_action(g, a, "swap %s%d", hands[i], n);
    }
}

const struct lib_encoder lib_encode_smitten = {"smitten", list_actions, count, write};
