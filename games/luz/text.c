/* Luz: cards, moves and views as text. The members of a view are listed in README.md. */
#include <string.h>

#include "games/luz/luz.h"

static const char colours[] = "RYGBV";

void luz_write_card(int card, struct buf *b)
{
    buf_put_char(b, colours[luz_colour(card)]);
    buf_put_int(b, card % LUZ_VALUES + 1);
}

/* A number without leading zeros that fills `len` bytes and is at most 99; or -1. */
static int read_number(const char *text, size_t len)
{
    int n = 0;
    if (len < 1 || len > 2 || (len == 2 && text[0] == '0'))
        return -1;
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9')
            return -1;
        n = n * 10 + text[i] - '0';
    }
    return n;
}

int luz_read_card(const char *text, size_t len)
{
    if (len < 2)
        return -1;
    const char *colour = memchr(colours, text[0], LUZ_COLOURS);
    int value = read_number(text + 1, len - 1);
    if (colour == NULL || value < 1 || value > LUZ_VALUES)
        return -1;
    return (int)(colour - colours) * LUZ_VALUES + value - 1;
}

void luz_write_move(move m, struct buf *b)
{
    int number = (int)(m & LUZ_MOVE_NUMBER);
    if (m >> 8 == LUZ_MOVE_BID >> 8) {
        buf_put(b, "bid ");
        buf_put_int(b, number / 2);
        buf_put(b, number % 2 ? "+" : "");
    } else {
        buf_put(b, "play ");
        buf_put_int(b, number);
    }
}

static const char *read_bid(const char *text, move *out)
{
    size_t len = strlen(text);
    int safety = len > 0 && text[len - 1] == '+';
    int beads = read_number(text, len - (size_t)safety);
    if (beads < 0)
        return MSG("luz.move-text");
    if (beads > LUZ_BEADS_MAX)
        return MSG("luz.bid-range");
    *out = luz_bid_move(beads, safety);
    return NULL;
}

static const char *read_play(const char *text, move *out)
{
    int slot = read_number(text, strlen(text));
    if (slot < 0)
        return MSG("luz.move-text");
    if (slot < 1 || slot > LUZ_SLOTS)
        return MSG("luz.slot-range");
    *out = luz_play_move(slot - 1);
    return NULL;
}

const char *luz_read_move(const char *text, move *out)
{
    if (strncmp(text, "bid ", 4) == 0)
        return read_bid(text + 4, out);
    if (strncmp(text, "play ", 5) == 0)
        return read_play(text + 5, out);
    return MSG("luz.move-text");
}

/* A card in quotes. */
static void put_card(struct buf *b, int card)
{
    buf_put_char(b, '"');
    luz_write_card(card, b);
    buf_put_char(b, '"');
}

static void put_bids(const struct luz_open *o, struct buf *b)
{
    buf_put(b, ",\"bids\":[");
    for (int i = 0; i < o->seats; i++) {
        buf_put_comma(b);
        if (o->bid[i] == 0) {
            buf_put(b, "null");
            continue;
        }
        buf_put(b, "{\"beads\":");
        buf_put_int(b, luz_beads(o->bid[i]));
        buf_put(b, luz_safety(o->bid[i]) ? ",\"safety\":true}" : ",\"safety\":false}");
    }
    buf_put_char(b, ']');
}

static void put_scores(const struct luz_open *o, struct buf *b)
{
    int finished = o->phase == LUZ_DEAL || o->phase == LUZ_OVER ? o->deal : o->deal - 1;
    buf_put(b, ",\"tricks\":[");
    for (int i = 0; i < o->seats; i++) {
        buf_put_comma(b);
        buf_put_int(b, o->won[i]);
    }
    buf_put(b, "],\"scores\":[");
    for (int i = 0; i < o->seats; i++) {
        buf_put_comma(b);
        buf_put_int(b, luz_total(o, i));
    }
    buf_put(b, "],\"sheet\":[");
    for (int i = 0; i < finished; i++) {
        buf_put(b, i > 0 ? ",[" : "[");
        for (int j = 0; j < o->seats; j++) {
            buf_put_comma(b);
            buf_put_int(b, o->sheet[i][j]);
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, ']');
}

/* The cards of a trick, in the order in which they were played. */
static void put_trick(const struct view *v, int trick, struct buf *b)
{
    const struct luz_open *o = &v->open;
    int n = trick < o->trick ? o->seats : o->laid;
    buf_put_char(b, '[');
    for (int i = 0; i < n; i++) {
        int seat = (o->leader[trick] + i) % o->seats;
        int slot = o->play[trick][seat];
        buf_put_comma(b);
        buf_put_char(b, '{');
        buf_put_key_int(b, "seat", seat);
        buf_put_key_int(b, "slot", slot);
        buf_put_key(b, "card");
        put_card(b, v->card[seat][slot - 1]);
        buf_put_char(b, '}');
    }
    buf_put_char(b, ']');
}

/* Rule L7.2: won tricks are face down (rule L4.5). The last one is shown until the next lead or
   deal; with `aided` it stays visible. */
static bool shows_last(const struct luz_open *o)
{
    return o->trick > 0 && (o->laid == 0 || o->aided);
}

static void put_last(const struct view *v, struct buf *b)
{
    const struct luz_open *o = &v->open;
    buf_put_key(b, "last");
    buf_put_char(b, '{');
    buf_put_key_int(b, "winner", o->laid > 0 ? o->leader[o->trick] : o->ahead);
    buf_put_key(b, "cards");
    put_trick(v, o->trick - 1, b);
    buf_put_char(b, '}');
}

static void put_tricks(const struct view *v, struct buf *b)
{
    const struct luz_open *o = &v->open;
    buf_put_key(b, "trick");
    put_trick(v, o->trick, b);
    if (o->laid > 0)
        buf_put_key_int(b, "ahead", o->ahead);
    else
        buf_put(b, ",\"ahead\":null");
    if (shows_last(o))
        put_last(v, b);
    else
        buf_put(b, ",\"last\":null");
}

bool luz_write_shown(const struct view *v, struct buf *b)
{
    if (v->open.trick == 0 || v->open.laid > 0)
        return false;
    buf_put_char(b, '{');
    put_last(v, b);
    buf_put_char(b, '}');
    return true;
}

/* Rule L7.2, aided: every card played in this deal, in order. */
static void put_played(const struct view *v, struct buf *b)
{
    const struct luz_open *o = &v->open;
    buf_put(b, ",\"played\":[");
    for (int i = 0; i < o->trick * o->seats + o->laid; i++) {
        int trick = i / o->seats;
        int seat = (o->leader[trick] + i) % o->seats; /* i % seats: the place in the trick */
        buf_put_comma(b);
        put_card(b, v->card[seat][o->play[trick][seat] - 1]);
    }
    buf_put_char(b, ']');
}

/* Rule L7.2, aided: the possible values of a slot of one's own hand. */
static void put_may(const struct view *v, int slot, struct buf *b)
{
    buf_put(b, ",\"may\":[");
    for (uint64_t may = luz_slot_cards(v, slot); may != 0; may &= may - 1) {
        buf_put_comma(b);
        buf_put_int(b, luz_lowest(may) % LUZ_VALUES + 1);
    }
    buf_put_char(b, ']');
}

static void put_slot(const struct view *v, int seat, int slot, struct buf *b)
{
    int card = v->card[seat][slot];
    buf_put_char(b, '{');
    buf_put_key_int(b, "slot", slot + 1);
    buf_put_key(b, card == LUZ_HIDDEN ? "back" : "card");
    if (card != LUZ_HIDDEN) {
        put_card(b, card);
    } else {
        buf_put_char(b, '"');
        buf_put_char(b, colours[luz_slot_colour(&v->open, seat, slot)]);
        buf_put_char(b, '"');
    }
    if (v->open.aided && seat == v->seat)
        put_may(v, slot, b);
    buf_put_char(b, '}');
}

static void put_hands(const struct view *v, struct buf *b)
{
    buf_put(b, ",\"hands\":[");
    for (int i = 0; i < v->open.seats; i++) {
        buf_put(b, i > 0 ? ",[" : "[");
        for (unsigned left = v->open.left[i]; left != 0; left &= left - 1) {
            buf_put_comma(b);
            put_slot(v, i, luz_lowest(left), b);
        }
        buf_put_char(b, ']');
    }
    buf_put_char(b, ']');
}

/* The leader of the current trick, or the seat about to lead; during the bids, the first bidder;
   null between the deals. */
static void put_leader(const struct luz_open *o, struct buf *b)
{
    int leader = o->laid > 0 ? o->leader[o->trick] : o->turn;
    if (o->phase == LUZ_BID)
        while (o->bid[(leader + o->seats - 1) % o->seats] != 0)
            leader = (leader + o->seats - 1) % o->seats;
    if (o->phase == LUZ_BID || o->phase == LUZ_PLAY)
        buf_put_key_int(b, "leader", leader);
    else
        buf_put(b, ",\"leader\":null");
}

void luz_write_view(const struct view *v, struct buf *b)
{
    static const char *const phases[] = {"deal", "bid", "play", "over"};
    const struct luz_open *o = &v->open;
    int opt[LUZ_OPTIONS];
    luz_open_options(o, opt);
    buf_put(b, "{\"game\":\"luz\"");
    buf_put_key_int(b, "seat", v->seat);
    buf_put_key_int(b, "seats", o->seats);
    buf_put_key_text(b, "phase", phases[o->phase]);
    buf_put_key(b, "actors");
    game_write_seats(luz_open_actors(o), b);
    buf_put_key(b, "options");
    game_write_options(&luz_game, opt, b);
    buf_put_key_int(b, "deal", o->deal);
    buf_put_key_int(b, "first", luz_first_player(o));
    put_leader(o, b);
    buf_put_key_int(b, "values", luz_values(o->seats));
    put_bids(o, b);
    put_scores(o, b);
    put_tricks(v, b);
    put_hands(v, b);
    if (o->aided)
        put_played(v, b);
    buf_put_char(b, '}');
}
