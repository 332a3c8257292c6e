/*
 * A server inside the program, for the fuzz targets of its entry: the real sessions, frames, tables
 * and store, with socket pairs instead of the network. Bots and passphrases have no threads, so
 * they are refused as on a busy server; time stands still unless a target moves it.
 */
#ifndef PARLOR_TESTS_FUZZ_HOSTED_H
#define PARLOR_TESTS_FUZZ_HOSTED_H

#include "server/server.h"

/* The server, empty: no connections, no tables in memory. */
struct server *hosted_start(void);
/* Ends all connections, and forgets the tables in memory. */
void hosted_empty(struct server *s);
/* A WebSocket of player `player`; `*other` gets the client's end of it. `first` are the bytes that
   come with the opening request. */
struct conn *hosted_connect(struct server *s, uint64_t player, const void *first, size_t len,
                            int *other);
/* Ends the turn as the loop does; checks that it was stored. */
void hosted_end_turn(struct server *s);
/* Reads the server's output: whole frames of JSON objects whose errors are in the catalogue. Visits
   the texts, if `visit` is not NULL. */
typedef void hosted_visit(void *context, const char *text, size_t len);
void hosted_read_frames(int other, hosted_visit *visit, void *context);
/* Checks a text for a client. */
void hosted_check_text(const char *text, size_t len);
/* Checks that each table's journal restores all views of the table. */
void hosted_check_journals(struct server *s);

#endif
