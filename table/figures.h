/*
 * Statistics of a person over finished games, added up from the rows of the list of games
 * (docs/protocol.md, "My games"). Practice and unfinished games never count.
 *
 * A group is one game with the same number of seats and the same kind of opponents. Pure sums: no
 * input or output, no memory of its own.
 */
#ifndef PARLOR_TABLE_FIGURES_H
#define PARLOR_TABLE_FIGURES_H

#include <jansson.h>

#include "core/game.h"
#include "table/record.h"

enum { FIGURES_GROUPS_MAX = 128, FIGURES_LEVEL_MAX = 32, FIGURES_FACT_MAX = 32 };

/* A fact of a game (struct game_fact), added up. */
struct figures_fact {
    char id[FIGURES_FACT_MAX];
    int games;
    long n, of;
};

struct figures_group {
    const struct game *game;
    int seats;
    /* The level of all bots; "people": at least one person; "mixed": bots of several levels; "":
       nobody else, or nobody knows. */
    char level[FIGURES_LEVEL_MAX];
    int games, won, shared; /* `shared`: won together with others who are no partners */
    int streak, longest;    /* games won one after the other, up to the last one and at most */
    /* Of games with points: */
    int scored, place[GAME_SEATS_MAX];
    long points;
    /* Of games whose exact chance is known: */
    int valued, valued_won;
    double expected;
    int facts;
    struct figures_fact fact[GAME_FACTS_MAX];
};

struct figures {
    int n, games, left_out;
    struct figures_group group[FIGURES_GROUPS_MAX]; /* in the order of their first games */
};

/* Adds the game of a row as this seat played it; the oldest game comes first. False: it does not
   count. */
bool figures_add(struct figures *f, const json_t *row, int seat);
/* `{"games":N,"left_out":N,"groups":[...]}`; see docs/protocol.md. */
void figures_write(const struct figures *f, struct strbuf *out);

/* The row of a record's finished game, as the list of games has it. `s` is its last state. */
void figures_write_row(const struct record *r, const struct state *s, struct strbuf *out);

#endif
