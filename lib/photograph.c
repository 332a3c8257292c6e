/* Photograph for the library: its actions, and views as numbers; docs/library.md lists their
   order. */
#include "games/photograph/photograph.h"
#include "lib/internal.h"

enum { CARD = 3 + PHOTOGRAPH_COLOURS, FILM = 6 };

static int count(int seats)
{
    return 6 + 3 + 4 + PHOTOGRAPH_COLOURS + seats * (4 + PHOTOGRAPH_COLOURS * FILM) +
           PHOTOGRAPH_ROWS_MAX * PHOTOGRAPH_COLUMNS * CARD + seats * PHOTOGRAPH_HAND_MAX * CARD +
           PHOTOGRAPH_COLOURS * PHOTOGRAPH_VALUES + seats + CARD;
}

/* A place: whether a card lies there, its value if it is known, its half, its colour. */
static void put_card(struct lib_writer *w, int there, int byte, int own)
{
    int known = own || byte & PHOTOGRAPH_SHOWN, card = byte & ~PHOTOGRAPH_SHOWN;
    int back = known ? card / 6 : card;
    if (!there) {
        lib_put_one(w, CARD, -1);
        return;
    }
    lib_put(w, 1);
    lib_put(w, known ? (float)(card % PHOTOGRAPH_VALUES + 1) / PHOTOGRAPH_VALUES : 0);
    lib_put(w, (float)(back & 1));
    lib_put_one(w, PHOTOGRAPH_COLOURS, back / 2);
}

static void put_seat(struct lib_writer *w, const struct photograph_open *o, int seat)
{
    lib_put(w, (float)o->held[seat] / PHOTOGRAPH_HAND_MAX);
    lib_put(w, (float)(o->chosen >> seat & 1));
    lib_put(w, (float)(photograph_read_actors(o) >> seat & 1));
    lib_put(w, (float)photograph_score(o, seat, -1).points / 50);
    for (int c = 0; c < PHOTOGRAPH_COLOURS; c++) {
        const struct photograph_tail *t = &o->tail[seat][c];
        lib_put(w, (float)t->last / PHOTOGRAPH_VALUES);
        lib_put_bits(w, 3, t->trend);
        lib_put(w, (float)t->open / PHOTOGRAPH_VALUES);
        lib_put(w, (float)t->blurry / PHOTOGRAPH_VALUES);
    }
}

static void put_cards(struct lib_writer *w, const struct view *v, int from)
{
    const struct photograph_open *o = &v->open;
    for (int row = 0; row < PHOTOGRAPH_ROWS_MAX; row++)
        for (int column = 0; column < PHOTOGRAPH_COLUMNS; column++)
            put_card(w, o->there >> (row * PHOTOGRAPH_COLUMNS + column) & 1,
                     photograph_byte(v->row[row], column), 0);
    for (int i = 0; i < o->seats; i++) {
        int seat = (from + i) % o->seats;
        for (int place = 0; place < PHOTOGRAPH_HAND_MAX; place++)
            put_card(w, place < o->held[seat], photograph_byte(v->hand[seat], place),
                     seat == v->seat);
    }
}

static void write(const struct view *v, struct lib_writer *w)
{
    const struct photograph_open *o = &v->open;
    int from = v->seat >= 0 ? v->seat : 0;
    lib_put_one(w, 6, o->phase);
    lib_put_one(w, 3, o->sunset);
    lib_put(w, (float)o->count / 3);
    lib_put(w, (float)o->left / PHOTOGRAPH_DECK_MAX);
    lib_put(w, o->missed);
    lib_put(w, (float)(v->seat >= 0 && v->sealed[v->seat] != 0));
    lib_put_bits(w, PHOTOGRAPH_COLOURS, o->colours);
    for (int i = 0; i < o->seats; i++)
        put_seat(w, o, (from + i) % o->seats);
    put_cards(w, v, from);
    for (int c = 0; c < PHOTOGRAPH_COLOURS; c++)
        lib_put_bits(w, PHOTOGRAPH_VALUES, o->gone[c]);
    for (int i = 0; i < o->seats; i++) {
        int good = 0;
        for (int c = 0; c < PHOTOGRAPH_COLOURS; c++)
            good += o->good[c] == (from + i) % o->seats + 1;
        lib_put(w, (float)good / PHOTOGRAPH_COLOURS);
    }
    put_card(w, v->top > 0, v->top - 1, 0);
}

static void list_actions(const struct game *g, int seats, struct lib_actions *a)
{
    (void)seats;
    for (int row = 1; row <= 4; row++)
        for (int side = 0; side < 2; side++)
            for (int n = 1; n <= 3; n++)
                lib_add_action(g, a, "take %d%c%d", row, "LR"[side], n);
    for (int to = 2; to <= 8; to++)
        for (int from = 1; from < to; from++)
            lib_add_action(g, a, "wind %d>%d", from, to);
}

const struct lib_encoder lib_encode_photograph = {"photograph", list_actions, count, write};
