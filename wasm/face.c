/* Memory for input and output: see face.h. */
#include "wasm/face.h"

#include <stdlib.h>

#include "table/memory.h"

struct strbuf wasm_out;

/* Room for `n` bytes, which the caller fills; valid until the next call. */
EXPORT(room) char *wasm_room(size_t n)
{
    static char *room;
    static size_t size;
    if (n > size) {
        free(room);
        room = memory_take(n);
        size = n;
    }
    return room;
}

EXPORT(out) const char *wasm_text(void)
{
    return wasm_out.text;
}

EXPORT(out_len) size_t wasm_text_len(void)
{
    return wasm_out.len;
}
