/* Parts of the store's contract in files of their own. */
#ifndef PARLOR_TESTS_STORE_CONTRACT_H
#define PARLOR_TESTS_STORE_CONTRACT_H

#include "store/store.h"

/* contract_nodes.c: what two nodes of the database `place` tell each other. */
void test_telling(const char *place, struct store *a, struct store *b);

#endif
