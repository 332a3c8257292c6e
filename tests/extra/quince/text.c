/* Quince: cards and moves as text. */
#include <string.h>

#include "games/quince/quince.h"

void quince_write_card(int card, struct buf *b)
{
    buf_put_int(b, card);
}

int quince_read_card(const char *text, size_t len)
{
    return len == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] - '0' : -1;
}

void quince_write_move(move m, struct buf *b)
{
    buf_put(b, "play ");
    buf_put_int(b, (int)m);
}

const char *quince_read_move(const char *text, move *out)
{
    int card = strncmp(text, "play ", 5) == 0 ? quince_read_card(text + 5, strlen(text + 5)) : -1;
    if (card < 0)
        return MSG("quince.move-text");
    *out = (move)card;
    return NULL;
}
