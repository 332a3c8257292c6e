/*
 * Runs a fuzz target as an ordinary test, without libFuzzer: every input of the given folders,
 * then inputs changed at random (FUZZ_MUTATIONS of them, the same ones in every run).
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/rng.h"
#include "tests/fuzz/fuzz.h"
#include "tests/tap.h"

enum { INPUTS_MAX = 1000, SIZE_MAX_READ = 1 << 16 };

struct input {
    char *path;
    uint8_t *bytes;
    size_t size;
};
static struct input inputs[INPUTS_MAX];
static int n_inputs;

/* The present input, named after a crash. */
static const char *running = "nothing";
static const uint8_t *running_bytes;
static size_t running_size;

static void put(int fd, const void *bytes, size_t size)
{
    if (write(fd, bytes, size) < 0)
        _exit(1);
}

/* Names the input and keeps it as a file, by calls that are safe in a signal handler. */
static void on_crash(int signal_number)
{
    static const char file[] = "fuzz-crash";
    const char *parts[] = {"Bail out! crashed on ", running, "; kept in ", file, "\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        put(STDOUT_FILENO, parts[i], strlen(parts[i]));
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd >= 0)
        put(fd, running_bytes, running_size);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void run(const char *name, const uint8_t *bytes, size_t size)
{
    /* An exact copy lets a sanitizer see reads past the end. */
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    running = name;
    running_bytes = copy;
    running_size = size;
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
}

static void read_input(const char *folder, const char *name)
{
    struct input *in = &inputs[n_inputs];
    size_t len = strlen(folder) + strlen(name) + 2;
    in->path = malloc(len);
    in->bytes = malloc(SIZE_MAX_READ);
    if (in->path == NULL || in->bytes == NULL)
        abort();
    snprintf(in->path, len, "%s/%s", folder, name);
    FILE *f = fopen(in->path, "rb");
    if (f == NULL)
        abort();
    in->size = fread(in->bytes, 1, SIZE_MAX_READ, f);
    fclose(f);
    n_inputs++;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Reads the inputs of a folder in the order of their names; 0, or -1 if it cannot be read. */
static int read_folder(const char *folder)
{
    struct dirent **entries;
    int n = scandir(folder, &entries, NULL, by_name);
    for (int i = 0; i < n; i++) {
        if (entries[i]->d_name[0] != '.' && n_inputs < INPUTS_MAX)
            read_input(folder, entries[i]->d_name);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
    return n < 0 ? -1 : 0;
}

/* Replaces `cut` bytes at `at` by `n` bytes of another input. */
static size_t splice(uint8_t *bytes, size_t size, size_t at, size_t cut, const uint8_t *from,
                     size_t n)
{
    if (size - cut + n > SIZE_MAX_READ)
        n = SIZE_MAX_READ - (size - cut);
    memmove(bytes + at + n, bytes + at + cut, size - at - cut);
    memcpy(bytes + at, from, n);
    return size - cut + n;
}

/* One random change; returns the new size. */
static size_t mutate(struct rng *r, uint8_t *bytes, size_t size)
{
    size_t at = rng_below(r, (uint32_t)size + 1);
    uint8_t byte = (uint8_t)rng_below(r, 256);
    uint32_t room = (uint32_t)(size - at), piece = room < 8 ? room : 8;
    switch (rng_below(r, 4)) {
    case 0:
        return splice(bytes, size, at, piece > 0, &byte, 1);
    case 1:
        return splice(bytes, size, at, 0, &byte, 1);
    case 2:
        return splice(bytes, size, at, rng_below(r, piece + 1), &byte, 0);
    default:
        break;
    }
    const struct input *other = &inputs[rng_below(r, (uint32_t)n_inputs)];
    size_t from = rng_below(r, (uint32_t)other->size + 1);
    size_t n = rng_below(r, (uint32_t)(other->size - from < 16 ? other->size - from : 16) + 1);
    return splice(bytes, size, at, rng_below(r, room + 1), other->bytes + from, n);
}

static void run_mutations(long count)
{
    static uint8_t bytes[SIZE_MAX_READ];
    struct rng r;
    rng_seed(&r, 1);
    for (long i = 0; i < count; i++) {
        const struct input *in = &inputs[rng_below(&r, (uint32_t)n_inputs)];
        size_t size = in->size;
        memcpy(bytes, in->bytes, size);
        for (uint32_t n = 1 + rng_below(&r, 4); n > 0; n--)
            size = mutate(&r, bytes, size);
        run("a changed input", bytes, size);
    }
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    signal(SIGABRT, on_crash);
    for (int i = 1; i < argc; i++)
        if (read_folder(argv[i]) != 0)
            tap_ok(false, "folder %s: %s", argv[i], strerror(errno));
    for (int i = 0; i < n_inputs; i++)
        run(inputs[i].path, inputs[i].bytes, inputs[i].size);
    tap_ok(n_inputs > 0, "%d inputs of the corpus", n_inputs);
    const char *wanted = getenv("FUZZ_MUTATIONS");
    long count = wanted != NULL ? strtol(wanted, NULL, 10) : 2000;
    if (n_inputs > 0)
        run_mutations(count);
    tap_ok(true, "%ld inputs changed at random", count);
    for (int i = 0; i < n_inputs; i++) {
        free(inputs[i].path);
        free(inputs[i].bytes);
    }
    return tap_done();
}
