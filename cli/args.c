/* Reading arguments by the command's table of flags. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "table/memory.h"

enum { NAMES_MAX = 32, NAME_MAX_LEN = 32 };

static int find_flag(const struct command *c, const char *name, size_t len)
{
    for (int i = 0; c->flags[i].name != NULL; i++)
        if (strlen(c->flags[i].name) == len && memcmp(c->flags[i].name, name, len) == 0)
            return i;
    return -1;
}

/* The edit distance: letters to change, insert or remove to get from `a` to `b`. */
static int distance(const char *a, const char *b)
{
    int row[NAME_MAX_LEN + 1];
    size_t la = strlen(a), lb = strlen(b);
    if (la > NAME_MAX_LEN || lb > NAME_MAX_LEN)
        return NAME_MAX_LEN;
    for (size_t j = 0; j <= lb; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= la; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= lb; j++) {
            int change = corner + (a[i - 1] != b[j - 1]);
            int step = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            corner = row[j];
            row[j] = change < step ? change : step;
        }
    }
    return row[lb];
}

const char *cli_nearest(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    int least = 3; /* three or more is not a typing error */
    for (int i = 0; i < n; i++) {
        int far = distance(name, names[i]);
        if (far < least && far < (int)strlen(names[i])) {
            least = far;
            best = names[i];
        }
    }
    return best;
}

static int refuse_flag(const struct cli *cli, const char *arg)
{
    const char *names[NAMES_MAX];
    char plain[NAME_MAX_LEN + 1];
    int n = 0;
    for (; cli->command->flags[n].name != NULL && n < NAMES_MAX - 2; n++)
        names[n] = cli->command->flags[n].name;
    names[n++] = "help";
    names[n++] = "lang";
    const char *name = arg + strspn(arg, "-");
    size_t len = strcspn(name, "=");
    const char *near = NULL;
    if (len <= NAME_MAX_LEN) {
        memcpy(plain, name, len);
        plain[len] = '\0';
        near = cli_nearest(plain, names, n);
    }
    if (near != NULL)
        return cli_misuse(cli, MSG("cli.no-such-option-near"), arg, near, NULL);
    return cli_misuse(cli, MSG("cli.no-such-option"), arg, NULL);
}

/* The arguments that are still to be read. */
struct rest {
    int argc;
    char **argv;
    int at;
};

/* The value of the flag at `rest`: after `=`, or the next argument. */
static const char *take_value(struct rest *rest)
{
    const char *equals = strchr(rest->argv[rest->at], '=');
    if (equals != NULL)
        return equals + 1;
    return rest->at + 1 < rest->argc ? rest->argv[++rest->at] : NULL;
}

static int read_language(struct cli *cli, struct rest *rest)
{
    const char *language = take_value(rest);
    if (language == NULL)
        return cli_misuse(cli, MSG("cli.no-value"), "lang", "LANGUAGE", NULL);
    if (!words_find_language(language, &cli->language))
        return cli_misuse(cli, MSG("cli.no-such-language"), language, NULL);
    return CLI_OK;
}

static int read_flag(struct cli *cli, struct rest *rest, bool *help)
{
    const char *arg = rest->argv[rest->at];
    const char *name = strncmp(arg, "--", 2) == 0 ? arg + 2 : "";
    const char *equals = strchr(name, '=');
    size_t len = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (strcmp(arg, "-h") == 0 || strcmp(arg, "--help") == 0) {
        *help = true;
        return CLI_OK;
    }
    if (len == 4 && memcmp(name, "lang", 4) == 0)
        return read_language(cli, rest);
    int i = find_flag(cli->command, name, len);
    if (len == 0 || i < 0)
        return refuse_flag(cli, arg);
    const struct cli_flag *flag = &cli->command->flags[i];
    const char *value = NULL;
    if (flag->value == NULL && equals != NULL)
        return cli_misuse(cli, MSG("cli.value-not-wanted"), flag->name, NULL);
    if (flag->value != NULL && (value = take_value(rest)) == NULL)
        return cli_misuse(cli, MSG("cli.no-value"), flag->name, flag->value, NULL);
    cli->item[cli->n++] = (struct cli_item){.flag = i, .value = value};
    return CLI_OK;
}

static int check_words(const struct cli *cli)
{
    const struct command *c = cli->command;
    int words = 0, most = c->words[0] == '\0' ? 0 : c->two_words ? 2 : 1;
    if (c->many_words)
        most = cli->n;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == CLI_WORD && ++words > most)
            return cli_misuse(cli, MSG("cli.word-not-wanted"), cli->item[i].value, NULL);
    return words == 0 && c->missing != NULL ? cli_misuse(cli, c->missing, NULL) : CLI_OK;
}

int cli_read_args(struct cli *cli, int argc, char **argv, bool *help)
{
    struct rest rest = {.argc = argc, .argv = argv};
    bool words_only = false;
    cli->n = 0;
    cli->item = memory_take_zeros((size_t)argc + 1, sizeof cli->item[0]);
    for (; rest.at < argc && !*help; rest.at++) {
        const char *arg = argv[rest.at];
        int status = CLI_OK;
        if (!words_only && strcmp(arg, "--") == 0)
            words_only = true;
        else if (words_only || arg[0] != '-' || arg[1] == '\0')
            cli->item[cli->n++] = (struct cli_item){.flag = CLI_WORD, .value = arg};
        else
            status = read_flag(cli, &rest, help);
        if (status != CLI_OK)
            return status;
    }
    return *help ? CLI_OK : check_words(cli);
}

bool cli_has(const struct cli *cli, int flag)
{
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == flag)
            return true;
    return false;
}

const char *cli_value(const struct cli *cli, int flag)
{
    const char *value = NULL;
    for (int i = 0; i < cli->n; i++)
        if (cli->item[i].flag == flag)
            value = cli->item[i].value;
    return value;
}

const char *cli_word(const struct cli *cli)
{
    return cli_value(cli, CLI_WORD);
}

bool cli_take_number(const struct cli *cli, int flag, uint64_t min, uint64_t max, uint64_t *out)
{
    for (int i = 0; i < cli->n; i++) {
        const char *text = cli->item[i].value;
        if (cli->item[i].flag != flag || cli_read_number(text, min, max, out))
            continue;
        cli_misuse_number(cli, cli->command->flags[flag].name, text, min, max);
        return false;
    }
    return true;
}

bool cli_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t n = 0;
    if (text[0] == '\0')
        return false;
    for (const char *p = text; *p != '\0'; p++) {
        if (*p < '0' || *p > '9')
            return false;
        unsigned digit = (unsigned)(*p - '0');
        if (n > (UINT64_MAX - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *out = n;
    return n >= min && n <= max;
}
