/* Checked allocation, and arrays that grow: table/memory.h. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table/memory.h"
#include "tests/tap.h"

static void test_array(void)
{
    int n = 0, cap = 0, wrong = 0;
    long *list = NULL;
    for (int i = 0; i < 1000; i++) {
        ARRAY_ROOM(list, n, cap);
        list[n++] = 7L * i;
    }
    for (int i = 0; i < n; i++)
        wrong += list[i] != 7L * i;
    tap_ok(n == 1000 && cap >= n && wrong == 0, "an array grows and keeps its elements");
    free(list);
}

static void test_take(void)
{
    unsigned char *zeros = memory_take_zeros(100, 10);
    unsigned sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += zeros[i];
    tap_ok(sum == 0, "zeroed memory is zero");
    char *text = memory_take_text("some text");
    tap_ok(strcmp(text, "some text") == 0, "a text is copied whole");
    void *nothing = memory_take(0);
    tap_ok(nothing != NULL, "zero bytes have an address too");
    free(zeros);
    free(text);
    free(nothing);
}

/* Keeps the compiler from removing an unused allocation. */
static void *volatile taken;

static void take_too_much(void)
{
    taken = memory_take(SIZE_MAX / 4);
}
static void resize_too_far(void)
{
    taken = memory_resize(NULL, SIZE_MAX / 2, 16);
}

/* Whether the action kills its process, by abort() or by a stricter sanitizer. */
static bool ends_the_program(void (*action)(void))
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        action();
        _exit(0);
    }
    if (waitpid(pid, &status, 0) != pid)
        return false;
    return WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT : WEXITSTATUS(status) != 0;
}

int main(void)
{
    test_array();
    test_take();
    tap_ok(ends_the_program(take_too_much), "running out of memory ends the program");
    tap_ok(ends_the_program(resize_too_far), "an overflowing size ends the program");
    return tap_done();
}
