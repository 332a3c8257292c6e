/* Null, the template, for the library: its actions, and a view as numbers. */
#include "games/null/null.h"
#include "lib/internal.h"

static int count(int seats)
{
    return 2 + seats * (NULL_CARDS + 4);
}

static void write(const struct view *v, struct lib_writer *w)
{
    int from = v->seat >= 0 ? v->seat : 0;
    lib_put(w, v->low);
    lib_put(w, v->dealt);
    for (int i = 0; i < v->seats; i++) {
        int seat = (from + i) % v->seats;
        lib_put_one(w, NULL_CARDS, v->card[seat] - 1);
        lib_put_one(w, 4, v->choice[seat]);
    }
}

static void list_actions(const struct game *g, int seats, struct lib_actions *a)
{
    (void)seats;
    lib_add_action(g, a, "show");
    lib_add_action(g, a, "hide");
}

const struct lib_encoder lib_encode_null = {"null", list_actions, count, write};
