/* How somebody fared at a daily deal, in words. The page says the same (web/src/daily/words.ts). */
#ifndef PARLOR_TUI_DAILY_WORDS_H
#define PARLOR_TUI_DAILY_WORDS_H

#include "table/daily.h"

/* The game and the date. */
void daily_words_head(enum words_language language, const struct daily *d, struct buf *b);
/* A result: points and place, or whether all have won. */
void daily_words_result(enum words_language language, const struct daily *d,
                        const struct daily_result *r, struct buf *b);
/* Three lines or more that tell nothing of the cards: game and date, the result, and the levels of
   our bots that did worse, as well or better in that seat. `other` has a result for each level. */
void daily_words_share(enum words_language language, const struct daily *d,
                       const struct daily_result *own, const struct daily_result *other,
                       struct buf *b);
/* The word for a bot's level, or its name. */
const char *daily_words_level(enum words_language language, const struct bot *bot);

#endif
