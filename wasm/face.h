/*
 * The interface to the page's worker: numbers, and texts in linear memory. A text goes in through
 * wasm_room, ended by a NUL; output stays in `wasm_out` until the next call. Times are milliseconds
 * since 1970 as doubles. The modules import nothing.
 */
#ifndef PARLOR_WASM_FACE_H
#define PARLOR_WASM_FACE_H

#include "table/strbuf.h"

#define EXPORT(name) __attribute__((export_name(#name)))

extern struct strbuf wasm_out;

#endif
