/* WebAssembly cannot print: a failed assertion stops the module. */
#undef assert
#define assert(x) ((x) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
