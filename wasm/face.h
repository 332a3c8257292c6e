/*
 * What crosses the border to the page's worker: numbers, and texts in linear memory. A text goes in
 * by wasm_room, closed by a NUL; what goes out stands in `wasm_out` until the next call. Times are
 * milliseconds since 1970 as doubles. The modules import nothing.
 */
#ifndef PARLOR_WASM_FACE_H
#define PARLOR_WASM_FACE_H

#include "table/strbuf.h"

#define EXPORT(name) __attribute__((export_name(#name)))

extern struct strbuf wasm_out;

#endif
