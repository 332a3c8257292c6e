/* Photograph: cards, backs and moves as text. */
#include <string.h>

#include "games/photograph/photograph.h"

const char photograph_letters[] = "BRYGNSV";

void photograph_write_card(int card, struct buf *b)
{
    if (card == PHOTOGRAPH_SUNSET) {
        buf_put_char(b, '*');
        return;
    }
    buf_put_char(b, photograph_letters[card / PHOTOGRAPH_VALUES]);
    buf_put_int(b, card % PHOTOGRAPH_VALUES + 1);
}

/* A colour letter and 1..12 without a leading zero, or Sunset. */
int photograph_read_card(const char *text, size_t len)
{
    if (len == 1 && text[0] == '*')
        return PHOTOGRAPH_SUNSET;
    if (len < 2 || len > 3)
        return -1;
    const char *letter = memchr(photograph_letters, text[0], PHOTOGRAPH_COLOURS);
    int value = text[1] - '0';
    if (letter == NULL || value < 1 || value > 9)
        return -1;
    if (len == 3) {
        if (value != 1 || text[2] < '0' || text[2] > '2')
            return -1;
        value = 10 + text[2] - '0';
    }
    return (int)(letter - photograph_letters) * PHOTOGRAPH_VALUES + value - 1;
}

void photograph_write_back(int back, struct buf *b)
{
    buf_put_char(b, photograph_letters[back / 2]);
    buf_put_char(b, back % 2 == 0 ? '-' : '+');
}

void photograph_write_move(move m, struct buf *b)
{
    if (m & PHOTOGRAPH_MOVE_TAKE) {
        buf_put(b, "take ");
        buf_put_int(b, (int)(m >> 5 & 15) + 1);
        buf_put_char(b, m & 16 ? 'R' : 'L');
        buf_put_int(b, (int)(m & 15));
    } else {
        buf_put(b, "wind ");
        buf_put_int(b, (int)(m >> 4 & 15) + 1);
        buf_put_char(b, '>');
        buf_put_int(b, (int)(m & 15) + 1);
    }
}

static int is_digit(char c)
{
    return c >= '1' && c <= '9';
}

/* Both forms are a word, then digit, sign, digit. Digits out of range are accepted here: `refuse`
   gives the reason. */
const char *photograph_read_move(const char *text, move *out)
{
    if (strlen(text) != 8 || !is_digit(text[5]) || !is_digit(text[7]))
        return MSG("photograph.move-text");
    unsigned first = (unsigned)(text[5] - '0');
    unsigned second = (unsigned)(text[7] - '0');
    if (memcmp(text, "take ", 5) == 0 && (text[6] == 'L' || text[6] == 'R'))
        *out = PHOTOGRAPH_MOVE_TAKE | (first - 1) << 5 | (text[6] == 'R' ? 16U : 0U) | second;
    else if (memcmp(text, "wind ", 5) == 0 && text[6] == '>')
        *out = PHOTOGRAPH_MOVE_WIND | (first - 1) << 4 | (second - 1);
    else
        return MSG("photograph.move-text");
    return NULL;
}
