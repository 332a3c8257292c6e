/*
 * The whole rules of a game as text. They stand in the catalogue: a message `rules.GAME.L3` is the
 * title of a section, with what introduces it on further lines, `rules.GAME.L3.1` a rule, and
 * either with `.reading` at the end how we read what the printed rules leave open. `rules.GAME` is
 * the summary. The numbers are those of the game's README. A game without such messages has its
 * rules only there.
 */
#ifndef PARLOR_TUI_RULEBOOK_H
#define PARLOR_TUI_RULEBOOK_H

#include "po/words.h"
#include "table/strbuf.h"

enum { RULEBOOK_NUMBER_MAX = 12 };

/* The numbers of the first and the last section; false if the game has no text. */
bool rulebook_span(const char *game, char first[RULEBOOK_NUMBER_MAX],
                   char last[RULEBOOK_NUMBER_MAX]);

/* Appends the rules, or one section or rule of them (`L3`, `l3.1`; NULL: all), in lines of at most
   `room` characters (0: of any length). False if there is none. */
bool rulebook_put(enum words_language language, const char *game, const char *section, int room,
                  struct strbuf *out);

/* Appends the summary, each line wrapped in the same manner; false if the game has none. */
bool rulebook_put_summary(enum words_language language, const char *game, int room,
                          struct strbuf *out);

#endif
