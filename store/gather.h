/*
 * Private to store/: a layer between SQLite and the WAL. SQLite writes a WAL in two small pieces
 * per page; the layer gathers them, and writes them in one piece when the WAL is synced or read.
 * The order of bytes on disk is promised by syncs alone, so a cut of power finds nothing new. Other
 * processes look for a page in the WAL only after the commit has synced it.
 */
#ifndef PARLOR_STORE_GATHER_H
#define PARLOR_STORE_GATHER_H

/* The name of the layer, over SQLite's present default; NULL: there is none. One thread at a time
   may call it, or open files by it. */
const char *gather_install(void);

#endif
