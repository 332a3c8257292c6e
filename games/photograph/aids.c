/*
 * Photograph: aids, from what is displayed (rule P9.3). With `aided` that is all that the view
 * knows; with `strict` only the cards whose faces can be seen now: the own hand, the open cards of
 * the field, the sharp shots in films, and the last shots (rule P5.2).
 */
#include <string.h>

#include "core/aids.h"
#include "games/photograph/photograph.h"

static void mark(int card, uint16_t *seen)
{
    if (card < PHOTOGRAPH_SUNSET)
        seen[card / PHOTOGRAPH_VALUES] |= (uint16_t)(1 << card % PHOTOGRAPH_VALUES);
}

/* Marks the cards of a hand or a row that everybody knows, or all. */
static void mark_word(uint64_t word, int n, bool all, uint16_t *seen)
{
    for (int i = 0; i < n; i++)
        if (all || (photograph_byte(word, i) & PHOTOGRAPH_SHOWN))
            mark(photograph_byte(word, i) & ~PHOTOGRAPH_SHOWN, seen);
}

static void mark_films(const struct photograph_open *o, int seat, uint16_t *seen)
{
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        for (uint64_t film = o->film[seat][i]; film != 0; film >>= 5)
            if (o->aided || (film & 16) == 0)
                seen[i] |= (uint16_t)(1 << ((film & 15) - 1));
}

/* A row has gaps. */
static void mark_field(const struct view *v, uint16_t *seen)
{
    for (int i = 0; i < PHOTOGRAPH_ROWS_MAX * PHOTOGRAPH_COLUMNS; i++)
        if (v->open.there >> i & 1)
            mark_word(v->row[i / PHOTOGRAPH_COLUMNS] >> 8 * (i % PHOTOGRAPH_COLUMNS), 1, false,
                      seen);
}

static void look(const struct view *v, uint16_t seen[PHOTOGRAPH_COLOURS])
{
    const struct photograph_open *o = &v->open;
    memset(seen, 0, PHOTOGRAPH_COLOURS * sizeof *seen);
    for (int i = 0; i < PHOTOGRAPH_COLOURS && o->aided; i++)
        seen[i] = o->gone[i];
    for (int i = 0; i < o->seats; i++) {
        mark_films(o, i, seen);
        if (i == v->seat || o->aided)
            mark_word(v->hand[i], o->held[i], i == v->seat, seen);
    }
    for (int i = 0; i < o->shots; i++)
        mark(o->shot[i] & 0x7f, seen);
    mark_field(v, seen);
}

void photograph_write_aids(const struct view *v, struct buf *b)
{
    enum { ALL = (1 << PHOTOGRAPH_VALUES) - 1 };
    uint16_t seen[PHOTOGRAPH_COLOURS];
    look(v, seen);
    buf_put(b, "{\"sets\":[");
    for (int i = 0; i < PHOTOGRAPH_COLOURS; i++)
        if (v->open.colours >> i & 1)
            aids_put_set(photograph_letters[i], aids_count(seen[i]), aids_count(ALL & ~seen[i]), b);
    buf_put(b, "]}");
}
