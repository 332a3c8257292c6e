/* Null: cards and moves as text. */
#include <string.h>

#include "games/null/null.h"

void null_write_card(int card, struct buf *b)
{
    buf_put_int(b, card);
}

int null_read_card(const char *text, size_t len)
{
    return len == 1 && text[0] >= '1' && text[0] <= '6' ? text[0] - '0' : -1;
}

void null_write_move(move m, struct buf *b)
{
    buf_put(b, m == NULL_SHOW ? "show" : "hide");
}

const char *null_read_move(const char *text, move *out)
{
    if (strcmp(text, "show") == 0)
        *out = NULL_SHOW;
    else if (strcmp(text, "hide") == 0)
        *out = NULL_HIDE;
    else
        return MSG("null.move-text");
    return NULL;
}
