/* Smitten: cards and moves as text. Each move has exactly one spelling. */
#include <string.h>

#include "games/smitten/smitten.h"

static const char *const words[] = {
    [SMITTEN_PLAY] = "play ", [SMITTEN_PLACE] = "place ", [SMITTEN_REVEAL] = "reveal ",
    [SMITTEN_FLIP] = "flip ", [SMITTEN_SWAP] = "swap ",   [SMITTEN_SAY] = "say ",
};
static const char *const calls[] = {
    [SMITTEN_SILENT] = "", [SMITTEN_HIGHER] = " higher", [SMITTEN_LOWER] = " lower"};

/* By the content of a signal: all combinations. */
static const char *const signals[16] = {
    [SMITTEN_CAN] = "can",
    [SMITTEN_CANNOT] = "cannot",
    [SMITTEN_WANT] = "want",
    [SMITTEN_PASS] = "pass",
    [SMITTEN_CAN | SMITTEN_WANT] = "can want",
    [SMITTEN_CAN | SMITTEN_PASS] = "can pass",
    [SMITTEN_CANNOT | SMITTEN_WANT] = "cannot want",
    [SMITTEN_CANNOT | SMITTEN_PASS] = "cannot pass",
};

void smitten_write_card(int card, struct buf *b)
{
    buf_put_int(b, card);
}

int smitten_read_card(const char *text, size_t len)
{
    return len == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] - '0' : -1;
}

void smitten_write_said(int said, struct buf *b)
{
    buf_put(b, signals[said]);
}

void smitten_write_move(move m, struct buf *b)
{
    int kind = smitten_kind_of(m);
    int hand = smitten_hand_of(m);
    buf_put(b, words[kind]);
    if (kind == SMITTEN_SAY) {
        smitten_write_said(smitten_number_of(m), b);
        return;
    }
    if (hand != 0)
        buf_put_char(b, hand == 1 ? 'A' : 'B');
    if (kind != SMITTEN_FLIP)
        buf_put_int(b, smitten_number_of(m));
    if (kind == SMITTEN_PLAY || kind == SMITTEN_PLACE)
        buf_put_char(b, smitten_square_of(m) == SMITTEN_LEFT ? 'L' : 'R');
    buf_put(b, calls[smitten_call_of(m)]);
}

/* The kind at the start of the text, and the start of the rest; 0: none. */
static int read_kind(const char **text)
{
    for (int kind = SMITTEN_PLAY; kind <= SMITTEN_SAY; kind++) {
        size_t len = strlen(words[kind]);
        if (strncmp(*text, words[kind], len) == 0) {
            *text += len;
            return kind;
        }
    }
    return 0;
}

static const char *read_said(const char *text, move *out)
{
    for (int said = 1; said < 16; said++) {
        if (signals[said] != NULL && strcmp(text, signals[said]) == 0) {
            *out = smitten_move_say(said);
            return NULL;
        }
    }
    return MSG("smitten.say-text");
}

/* The announcement that is the rest of the text; -1: it is none. */
static int read_call(int kind, const char *text)
{
    int last = kind == SMITTEN_PLAY ? SMITTEN_LOWER : SMITTEN_SILENT;
    for (int call = SMITTEN_SILENT; call <= last; call++)
        if (strcmp(text, calls[call]) == 0)
            return call;
    return -1;
}

const char *smitten_read_move(const char *text, move *out)
{
    int kind = read_kind(&text);
    int hand = 0, number = 0, square = 0;
    if (kind == SMITTEN_SAY)
        return read_said(text, out);
    if (*text == 'A' || *text == 'B')
        hand = *text++ == 'A' ? 1 : 2;
    if (kind == 0 || (hand == 0 && (kind == SMITTEN_FLIP || kind == SMITTEN_SWAP)))
        return MSG("smitten.move-text");
    if (kind != SMITTEN_FLIP) {
        number = smitten_read_card(text, *text != '\0');
        if (number < 0)
            return MSG("smitten.move-text");
        text++;
    }
    if (kind == SMITTEN_PLAY || kind == SMITTEN_PLACE) {
        if (*text != 'L' && *text != 'R')
            return MSG("smitten.move-text");
        square = *text++ == 'L' ? SMITTEN_LEFT : SMITTEN_RIGHT;
    }
    int call = read_call(kind, text);
    if (call < 0)
        return MSG("smitten.move-text");
    *out = smitten_move(kind, hand, number, square, call);
    return NULL;
}
