/* Shared by all games: options, deal text, results. See game.h. */
#include "core/game.h"

#include <string.h>

int game_find_option(const struct game *g, const char *name)
{
    for (int i = 0; g->options[i].name != NULL; i++)
        if (strcmp(g->options[i].name, name) == 0)
            return i;
    return -1;
}

void game_preset_options(const struct game *g, int *opt)
{
    for (int i = 0; g->options[i].name != NULL; i++)
        opt[i] = g->options[i].preset;
}

/* A set of letters, in their order, each at most once. */
static const char *read_letters(const char *letters, const char *text, int *value)
{
    int set = 0;
    const char *from = letters;
    for (const char *p = text; *p != '\0'; p++) {
        const char *found = strchr(from, *p);
        if (found == NULL)
            return MSG("option.letters");
        set |= 1 << (found - letters);
        from = found + 1;
    }
    *value = set;
    return NULL;
}

const char *game_read_option(const struct game_option *o, const char *text, int *value)
{
    if (o->values == NULL)
        return read_letters(o->letters, text, value);
    for (int i = 0; o->values[i] != NULL; i++) {
        if (strcmp(o->values[i], text) == 0) {
            *value = i;
            return NULL;
        }
    }
    return MSG("option.value");
}

void game_write_option(const struct game_option *o, int value, struct buf *b)
{
    if (o->values != NULL) {
        buf_put(b, o->values[value]);
        return;
    }
    for (int i = 0; o->letters[i] != '\0'; i++)
        if (value >> i & 1)
            buf_put_char(b, o->letters[i]);
}

void game_write_choices(const struct game_option *o, struct buf *b)
{
    buf_put_key(b, o->values != NULL ? "values" : "letters");
    if (o->values == NULL) {
        buf_put_json(b, o->letters);
    } else {
        buf_put_char(b, '[');
        for (int i = 0; o->values[i] != NULL; i++) {
            buf_put_comma(b);
            buf_put_json(b, o->values[i]);
        }
        buf_put_char(b, ']');
    }
    buf_put_key(b, "default");
    if (o->preset == GAME_OPTION_OPEN) {
        buf_put(b, "null");
        return;
    }
    buf_put_char(b, '"');
    game_write_option(o, o->preset, b);
    buf_put_char(b, '"');
}

void game_write_size(const struct game *g, struct buf *b)
{
    buf_put_key_int(b, "rules", g->rules);
    buf_put_key(b, "seats");
    buf_put(b, "{\"min\":");
    buf_put_int(b, g->seats_min);
    buf_put_key_int(b, "max", g->seats_max);
    buf_put_key_int(b, "usual", g->seats_usual);
    buf_put_char(b, '}');
    buf_put_key(b, "begins");
    if (g->begins >= 0)
        buf_put_json(b, g->options[g->begins].name);
    else
        buf_put(b, "null");
}

void game_write_options(const struct game *g, const int *opt, struct buf *b)
{
    buf_put_char(b, '{');
    for (int i = 0; g->options[i].name != NULL; i++) {
        if (opt[i] == GAME_OPTION_OPEN)
            continue;
        buf_put_key(b, g->options[i].name);
        buf_put_char(b, '"');
        game_write_option(&g->options[i], opt[i], b);
        buf_put_char(b, '"');
    }
    buf_put_char(b, '}');
}

void game_write_deal(const struct game *g, const struct deal *d, struct buf *b)
{
    for (int i = 0; i < d->n; i++) {
        if (i > 0)
            buf_put_char(b, ' ');
        g->write_card(d->card[i], b);
    }
}

const char *game_read_deal(const struct game *g, const char *text, struct deal *out, int *bad)
{
    *out = (struct deal){.n = 0};
    for (const char *p = text;;) {
        size_t len = strcspn(p, " ");
        int card = g->read_card(p, len);
        *bad = out->n;
        if (card < 0)
            return MSG("deal.card-unknown");
        if (out->n == GAME_CARDS_MAX)
            return MSG("deal.too-many");
        out->card[out->n++] = (uint8_t)card;
        if (p[len] == '\0')
            break;
        p += len + 1;
    }
    *bad = -1;
    return NULL;
}

const char *game_check_cards(const struct deal *d, const uint64_t deck[2], int want, int *bad)
{
    uint64_t left[2] = {deck[0], deck[1]};
    for (int i = 0; i < d->n; i++) {
        int card = d->card[i];
        uint64_t bit = UINT64_C(1) << (card & 63);
        *bad = i;
        if (card >= 128 || (deck[card >> 6] & bit) == 0)
            return MSG("deal.card-not-in-play");
        if ((left[card >> 6] & bit) == 0)
            return MSG("deal.card-twice");
        left[card >> 6] &= ~bit;
    }
    *bad = -1;
    return d->n == want ? NULL : MSG("deal.count");
}

void game_write_seats(uint32_t seats, struct buf *b)
{
    buf_put_char(b, '[');
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        if (seats >> i & 1) {
            buf_put_comma(b);
            buf_put_int(b, i);
        }
    }
    buf_put_char(b, ']');
}

bool game_is_sealed(const struct game *g, const struct state *s)
{
    uint32_t actors = g->actors(s);
    return (actors & (actors - 1)) != 0 && g->signal == NULL;
}

bool game_is_talk(const struct game *g, const char *text)
{
    move m;
    return g->read_move(text, &m) == NULL && (m & MOVE_TALK) != 0;
}

void game_write_scores(const struct result *r, struct buf *b)
{
    buf_put(b, "{\"scores\":[");
    for (int i = 0; i < r->seats; i++) {
        buf_put_comma(b);
        buf_put_int(b, r->score[i]);
    }
    buf_put(b, "],\"winners\":");
    game_write_seats(r->winners, b);
    buf_put_char(b, '}');
}

void game_write_result(const struct game *g, const struct state *s, struct buf *b)
{
    struct result r;
    if (g->write_result != NULL) {
        g->write_result(s, b);
        return;
    }
    g->result(s, &r);
    game_write_scores(&r, b);
}

void game_write_facts(const struct game *g, const struct state *s, int seats, struct buf *b)
{
    struct game_fact fact[GAME_FACTS_MAX];
    int n = g->facts != NULL ? g->facts(s, 0, fact) : 0;
    for (int i = 0; i < n; i++) {
        buf_put(b, i == 0 ? ",\"facts\":{" : ",");
        buf_put_json(b, fact[i].id);
        buf_put(b, ":[");
        for (int seat = 0; seat < seats; seat++) {
            g->facts(s, seat, fact);
            buf_put(b, seat > 0 ? ",[" : "[");
            buf_put_int(b, fact[i].n);
            buf_put_char(b, ',');
            buf_put_int(b, fact[i].of);
            buf_put_char(b, ']');
        }
        buf_put(b, i == n - 1 ? "]}" : "]");
    }
}

uint64_t game_hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint64_t h = UINT64_C(0x243f6a8885a308d3) ^ n;
    for (; n > 0; p += 8) {
        uint64_t word = 0;
        size_t part = n < 8 ? n : 8;
        memcpy(&word, p, part);
        n -= part;
        h = (h ^ word) * UINT64_C(0x9fb21c651e98df25);
        h ^= h >> 32;
    }
    return h;
}
