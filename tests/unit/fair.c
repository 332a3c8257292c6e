/* Fair deals: known answers. */
#include <string.h>

#include "table/fair.h"
#include "tests/tap.h"

/* Worked out by Python's hashlib and a ChaCha20 written for it. */
static const char COMMIT[] = "f5c401a9785d5bfe9b2e927223d5f708eac724ebb7a358328a459bc94b49718d";
static const char SEED[] = "c69a74225ad816f9efdcb95266c502f09ff9140ee52c854135fe81aef37e5233";
static const char SEAL[] = "008add4a5a57c7c2915a7859de9de7288363eeb28832f1b2232c61fd5412a918";
static const uint64_t NINTH = UINT64_C(0x672a672352b22f6e);
static const uint64_t BEGINS = UINT64_C(0x120f04406dcbc2eb);

static void test_fair(void)
{
    uint8_t secret[FAIR_BYTES], seed[FAIR_BYTES], commit[FAIR_BYTES];
    struct fair_number number[2] = {{.given = true}, {.given = false}};
    char hex[FAIR_HEX];
    struct fair_stream f;
    for (int i = 0; i < FAIR_BYTES; i++)
        secret[i] = number[0].bytes[i] = (uint8_t)i;
    fair_commit(secret, commit);
    fair_write_hex(commit, FAIR_BYTES, hex);
    tap_ok(strcmp(hex, COMMIT) == 0, "commitment: the known answer (%s)", hex);
    fair_seal(secret, commit);
    fair_write_hex(commit, FAIR_BYTES, hex);
    tap_ok(strcmp(hex, SEAL) == 0, "seal: the known answer (%s)", hex);
    fair_seed(secret, "abcdefghij234567", number, 2, seed);
    fair_write_hex(seed, FAIR_BYTES, hex);
    tap_ok(strcmp(hex, SEED) == 0, "seed: the known answer (%s)", hex);
    fair_start(&f, seed, 1);
    for (int i = 0; i < 8; i++)
        rng_next(&f.rng);
    tap_ok(rng_next(&f.rng) == NINTH, "stream 1: the ninth number is the known one");
    fair_start(&f, seed, FAIR_BEGINS);
    tap_ok(rng_next(&f.rng) == BEGINS,
           "the stream of who begins: the first number is the known one");
}

int main(void)
{
    fair_init();
    test_fair();
    return tap_done();
}
