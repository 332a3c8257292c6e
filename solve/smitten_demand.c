/*
 * Smitten solver: the first turns of modes whose books are not in the program. The first question
 * about such a mode starts a thread that unpacks its book from a file of the program, or solves the
 * whole game and writes its book. The caller waits for it as long
 * as its limits allow; the thread continues without it. At most one mode is solved at a time. Books
 * are kept in memory, and in the folder that the program names.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solve/keep.h"
#include "solve/smitten_book.h"

enum { BOOKS_KEPT = 8, FOLDER_MAX = 1024, NOBODY = -1 };
/* The most memory that a mode needs; the system provides pages only when they are used. */
static const size_t table_bytes = (size_t)1200 << 20;
static const struct timespec pause_between = {.tv_nsec =
                                                  4000000}; /* so that a stop is noticed soon */

struct made {
    int mode;   /* see mode_number */
    char *text; /* NULL: it could not be made */
};

static struct {
    pthread_mutex_t lock; /* of all below */
    struct made made[BOOKS_KEPT];
    int n, next;              /* books, and the next one to be replaced */
    int making;               /* the mode that a thread makes now, or NOBODY */
    int opt[SMITTEN_OPTIONS]; /* its options */
    char folder[FOLDER_MAX];  /* empty: none */
    char books[FOLDER_MAX];   /* of the books that come with the program; empty: none */
    int threads;              /* most that make a book; 0: only books of the folder */
    solve_progress *progress;
    void *context;
} demand = {.lock = PTHREAD_MUTEX_INITIALIZER, .making = NOBODY, .threads = SOLVE_ALL_CORES};

void solve_smitten_prepare(const char *folder, const char *books, int threads,
                           solve_progress *progress, void *context)
{
    pthread_mutex_lock(&demand.lock);
    snprintf(demand.books, sizeof demand.books, "%s", books != NULL ? books : "");
    snprintf(demand.folder, sizeof demand.folder, "%s", folder != NULL ? folder : "");
    demand.threads = threads;
    demand.progress = progress;
    demand.context = context;
    pthread_mutex_unlock(&demand.lock);
}

static int mode_number(const uint8_t *opt)
{
    int mode = opt[SMITTEN_OPT_EASY] * 4 + opt[SMITTEN_OPT_HARD1] * 2 + opt[SMITTEN_OPT_HARD2];
    return (mode * 6 + opt[SMITTEN_OPT_CARD4]) * 6 + opt[SMITTEN_OPT_CARD9];
}

/* Solves the mode. */
static bool solve_book(char *text)
{
    void *memory = demand.threads > 0 ? aligned_alloc(64, table_bytes) : NULL;
    if (memory == NULL)
        return false;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cores = cores < demand.threads ? cores : demand.threads;
    struct solver *s = solve_smitten_start(memory, table_bytes, 1, demand.opt);
    bool good = solve_smitten_make_book(s, cores > 0 ? (int)cores : 1, SOLVE_BOOK_OTHER,
                                        demand.progress, demand.context, text);
    free(memory);
    return good;
}

static bool unpack_book(char *text)
{
    return demand.books[0] != '\0' &&
           smitten_books_read(demand.books, demand.opt, demand.progress, demand.context, text);
}

/* The text of the mode being made, from its file, unpacked or solved; NULL: out of memory, or not
   allowed. */
static char *find_text(void)
{
    char name[64], *text = malloc(SOLVE_BOOK_MAX);
    size_t size = (size_t)other_size(demand.opt[SMITTEN_OPT_HARD1] != 0);
    snprintf(name, sizeof name, "smitten-first-turns-%d", demand.making);
    if (text == NULL || (demand.folder[0] != '\0' && keep_read(demand.folder, name, text, size)))
        return text;
    if (!unpack_book(text) && !solve_book(text)) {
        free(text);
        return NULL;
    }
    if (demand.folder[0] != '\0')
        keep_write(demand.folder, name, text, size); /* else it is made again in the next run */
    return text;
}

static void *make(void *nothing)
{
    char *text = find_text(); /* its input does not change while a mode is being made */
    pthread_mutex_lock(&demand.lock);
    struct made *made = &demand.made[demand.next];
    demand.next = (demand.next + 1) % BOOKS_KEPT;
    demand.n += demand.n < BOOKS_KEPT;
    free(made->text);
    *made = (struct made){demand.making, text};
    demand.making = NOBODY;
    pthread_mutex_unlock(&demand.lock);
    return nothing;
}

/* False: no thread can be started. */
static bool start_making(int mode, const uint8_t *opt)
{
    pthread_t thread;
    demand.making = mode;
    for (int i = 0; i < SMITTEN_OPTIONS; i++)
        demand.opt[i] = opt[i];
    if (pthread_create(&thread, NULL, make, NULL) == 0)
        return pthread_detach(thread) == 0;
    demand.making = NOBODY;
    return false;
}

/* The letter, or a NUL while the mode is not made; starts making it. */
static char ask_letter(int mode, const uint8_t *opt, int at)
{
    char letter = '\0';
    pthread_mutex_lock(&demand.lock);
    for (int i = 0; i < demand.n; i++)
        if (demand.made[i].mode == mode)
            letter = demand.made[i].text != NULL ? demand.made[i].text[at] : '.';
    if (letter == '\0' && demand.making == NOBODY && !start_making(mode, opt))
        letter = '.';
    pthread_mutex_unlock(&demand.lock);
    return letter;
}

char smitten_demand_letter(const uint8_t *opt, int at, const struct solve_limits *limits)
{
    int mode = mode_number(opt);
    char letter = '.';
    if (opt[SMITTEN_OPT_HARD2] && !opt[SMITTEN_OPT_EASY]) /* solved at once without a book */
        return letter;
    while ((letter = ask_letter(mode, opt, at)) == '\0') {
        if (solve_should_stop(limits))
            return '.';
        nanosleep(&pause_between, NULL);
    }
    return letter;
}
