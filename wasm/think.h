/* The last question to a bot and its answer (think.c), for the other parts of review.wasm. */
#ifndef PARLOR_WASM_THINK_H
#define PARLOR_WASM_THINK_H

#include "search/bot.h"
#include "wasm/face.h"

/* Room for the bytes of a view. */
void *wasm_view(void);
const struct bot_question *wasm_question(void);
const struct bot_choice *wasm_choice(void);

#endif
