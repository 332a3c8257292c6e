/* What the aids of several games share: see aids.h. */
#include "core/aids.h"

uint32_t aids_count(unsigned set)
{
    uint32_t out = 0;
    for (; set != 0; set &= set - 1)
        out |= UINT32_C(1) << 2 * __builtin_ctz(set);
    return out;
}

void aids_put_values(const char *name, uint32_t values, struct buf *b)
{
    buf_put_key(b, name);
    buf_put_char(b, '[');
    for (int value = 1; values != 0; value++, values >>= 2) {
        for (uint32_t n = values & 3; n > 0; n--) {
            buf_put_comma(b);
            buf_put_int(b, value);
        }
    }
    buf_put_char(b, ']');
}

void aids_put_set(char letter, uint32_t seen, uint32_t unseen, struct buf *b)
{
    const char name[] = {letter, '\0'};
    buf_put_comma(b);
    buf_put_char(b, '{');
    buf_put_key_text(b, "set", name);
    aids_put_values("seen", seen, b);
    aids_put_values("unseen", unseen, b);
    buf_put_char(b, '}');
}
