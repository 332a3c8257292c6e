/*
 * The part of libsodium's interface that table/fair.c uses, for WebAssembly: wasm/hash.c implements
 * BLAKE2b (RFC 7693) and ChaCha20 (RFC 8439). Secrets are drawn by the page, not here.
 */
#ifndef PARLOR_WASM_SODIUM_H
#define PARLOR_WASM_SODIUM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t h[8];
    uint64_t count; /* bytes hashed, those of the block not counted */
    uint8_t block[128];
    size_t filled;
    size_t out_len;
} crypto_generichash_state;

enum { crypto_stream_chacha20_ietf_NONCEBYTES = 12 };

int crypto_generichash_init(crypto_generichash_state *s, const unsigned char *key, size_t key_len,
                            size_t out_len);
int crypto_generichash_update(crypto_generichash_state *s, const unsigned char *in,
                              unsigned long long len);
int crypto_generichash_final(crypto_generichash_state *s, unsigned char *out, size_t out_len);
int crypto_stream_chacha20_ietf_xor_ic(unsigned char *out, const unsigned char *in,
                                       unsigned long long len, const unsigned char *nonce,
                                       uint32_t counter, const unsigned char *key);
int sodium_init(void);
void randombytes_buf(void *out, size_t n);

#endif
