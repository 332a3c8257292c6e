/* Smitten solver: shapes, bags and patterns, and everything about them that never changes. */
#include <assert.h>
#include <string.h>

#include "solve/smitten_table.h"

static uint32_t pack_mask(unsigned mask)
{
    uint32_t packed = 0;
    for (int n = 0; n < SMITTEN_NUMBERS; n++)
        packed |= (mask >> n & 1u) << 2 * n;
    return packed;
}

static uint16_t pattern_of(uint32_t packed)
{
    unsigned pattern = 0;
    for (int n = SMITTEN_NUMBERS - 1; n >= 0; n--)
        pattern = pattern * 3 + (packed >> 2 * n & 3);
    return (uint16_t)pattern;
}

/* Finds all shapes by growing each by every cell that fits. Growing raises the mask, so one
   ascending pass misses none. */
static void fill_shapes(struct solver *s)
{
    bool known[512] = {true};
    int n = 0;
    for (unsigned mask = 0; mask < 512; mask++)
        for (unsigned more = known[mask] ? smitten_fit_square(mask) : 0; more != 0;
             more &= more - 1)
            known[mask | (more & -more)] = true;
    for (unsigned mask = 0; mask < 512; mask++) {
        if (!known[mask])
            continue;
        s->shape_of[mask] = (uint8_t)n;
        s->shape[n] = (struct shape){.mask = (uint16_t)mask,
                                     .fit = (uint16_t)smitten_fit_square(mask),
                                     .packed = pack_mask(mask),
                                     .pattern = pattern_of(pack_mask(mask)),
                                     .count = (uint8_t)smitten_count(mask)};
        n++;
    }
    assert(n == SHAPES);
    for (int i = 0; i < SHAPES; i++)
        for (int c = 0; c < SMITTEN_NUMBERS; c++)
            if (s->shape[i].fit >> c & 1)
                s->shape[i].add[c] = s->shape_of[s->shape[i].mask | 1u << c];
}

static int count_packed(uint32_t packed)
{
    return __builtin_popcount(packed & 0x15555) + 2 * __builtin_popcount(packed & 0x2aaaa);
}

static int find_bag(const struct solver *s, uint32_t packed)
{
    int size = count_packed(packed);
    for (int i = s->bag_first[size]; i < s->bag_first[size + 1]; i++)
        if (s->bag[i].packed == packed)
            return i;
    return NONE;
}

/* One bag for each multiset of the size, in ascending order of its packed form. */
static int fill_bags_of(struct solver *s, int size, int n)
{
    s->bag_first[size] = (uint16_t)n;
    for (uint32_t packed = 0; packed < 1u << 2 * SMITTEN_NUMBERS; packed++) {
        if ((packed & packed >> 1 & 0x15555) != 0 || count_packed(packed) != size)
            continue;
        s->bag[n] =
            (struct bag){.packed = packed, .pattern = pattern_of(packed), .count = (uint8_t)size};
        for (int c = 0; c < SMITTEN_NUMBERS; c++)
            if ((packed >> 2 * c & 3) != 0)
                s->bag[n].mask |= (uint16_t)(1u << c);
        n++;
    }
    s->bag_first[size + 1] = (uint16_t)n;
    return n;
}

static void fill_bags(struct solver *s)
{
    int n = 0;
    for (int size = 0; size <= BAG_CARDS; size++)
        n = fill_bags_of(s, size, n);
    assert(n == BAGS && s->bag_first[BAG_CARDS] == BAGS_SOLO);
    for (int i = 0; i < BAGS; i++)
        for (int c = 0; c < SMITTEN_NUMBERS; c++)
            s->bag[i].add[c] = s->bag[i].take[c] = NONE;
    for (int i = 0; i < s->bag_first[BAG_CARDS]; i++)
        for (int c = 0; c < SMITTEN_NUMBERS; c++) {
            if ((s->bag[i].packed >> 2 * c & 3) == 2)
                continue;
            int more = find_bag(s, s->bag[i].packed + (1u << 2 * c));
            s->bag[i].add[c] = (uint16_t)more;
            s->bag[more].take[c] = (uint16_t)i;
        }
}

/* bags_in[t][o][n]: ways to take n cards from t numbers held twice and o held once. */
static void fill_patterns(struct solver *s)
{
    for (unsigned p = 0; p < PATTERNS; p++)
        for (unsigned rest = p; rest != 0; rest /= 3) {
            s->twos[p] = (uint8_t)(s->twos[p] + (rest % 3 == 2));
            s->ones[p] = (uint8_t)(s->ones[p] + (rest % 3 == 1));
        }
    for (int t = 0; t <= SMITTEN_NUMBERS; t++)
        for (int o = 0; t + o <= SMITTEN_NUMBERS; o++)
            for (int n = 0; n <= BAG_CARDS; n++) {
                const uint16_t *less = o > 0   ? s->bags_in[t][o - 1]
                                       : t > 0 ? s->bags_in[t - 1][o]
                                               : NULL;
                int copies = o > 0 ? 1 : 2;
                unsigned ways = less == NULL && n == 0;
                for (int take = 0; less != NULL && take <= copies && take <= n; take++)
                    ways += less[n - take];
                s->bags_in[t][o][n] = (uint16_t)ways;
            }
}

void smitten_facts_fill(struct solver *s)
{
    fill_shapes(s);
    fill_bags(s);
    fill_patterns(s);
}

static uint32_t pack_pattern(unsigned pattern)
{
    uint32_t packed = 0;
    for (int n = 0; n < SMITTEN_NUMBERS; n++, pattern /= 3)
        packed |= (uint32_t)(pattern % 3) << 2 * n;
    return packed;
}

void smitten_facts_rank(const struct solver *s, unsigned pattern, uint16_t *row)
{
    uint32_t room = pack_pattern(pattern);
    uint16_t *list = row + s->bag_first[s->full + 1];
    for (int size = 0; size <= s->full; size++) {
        uint16_t n = 0;
        for (int i = s->bag_first[size]; i < s->bag_first[size + 1]; i++) {
            row[i] = bag_within(&s->bag[i], room) ? n++ : NONE;
            if (row[i] != NONE)
                *list++ = (uint16_t)i;
        }
    }
}

/* The value of the whole solo game, as in docs/smitten-solved.md, which names the command that
   computes it; tests/match/commands.py compares the two. */

/* With `card4` and `card9` as `any`: by easy * 4 + hard1 * 2 + hard2. */
static const double by_mode[8] = {
    0.9118343257982, 0.6321820643489, 0.9018083798738, 0.5946154504051,
    0.9779431658795, 0.8263395883787, 0.9744827769303, 0.7976111731671,
};

/* With none of these three: by card4, then card9. */
static const double by_cards[SMITTEN_ASK_NONE + 1][SMITTEN_ASK_NONE + 1] = {
    {0.9118343257982, 0.8966254179754, 0.8961004790082, 0.8849028383484, 0.8765670083816,
     0.9166489027803},
    {0.8964019020437, 0.8730000444696, 0.8754721441265, 0.8559364088008, 0.8443065315528,
     0.8983695205227},
    {0.8856147295176, 0.8660707471135, 0.8638926381071, 0.8493026078460, 0.8375219869404,
     0.8884067552328},
    {0.8848423291649, 0.8576104271190, 0.8587466747642, 0.8246370005294, 0.8154975621124,
     0.8804402154448},
    {0.8815304655667, 0.8511545520701, 0.8530862670692, 0.8174986617515, 0.7998808277785,
     0.8751042301115},
    {0.9188596101086, 0.9031969347669, 0.9022076175548, 0.8862351551361, 0.8788271395849,
     0.9220778522856},
};

double solve_smitten_known(const int *opt)
{
    int four = opt[SMITTEN_OPT_CARD4], nine = opt[SMITTEN_OPT_CARD9];
    int mode = opt[SMITTEN_OPT_EASY] * 4 + opt[SMITTEN_OPT_HARD1] * 2 + opt[SMITTEN_OPT_HARD2];
    if (four == SMITTEN_ASK_ANY && nine == SMITTEN_ASK_ANY)
        return by_mode[mode];
    return mode == 0 ? by_cards[four][nine] : -1;
}
