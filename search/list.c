/* The only file that names all bots, the games that have bids to study, and the reasons. */
#include "search/reason.h"
#include "search/study.h"

extern const struct bot random_bot;
extern const struct bot luz_easy_bot, luz_medium_bot, luz_hard_bot, luz_expert_bot, luz_flat_bot;
extern const struct bot photograph_easy_bot, photograph_medium_bot, photograph_hard_bot,
    photograph_expert_bot;
extern const struct bot smitten_easy_bot, smitten_medium_bot, smitten_hard_bot, smitten_expert_bot;
extern const struct bot smitten_literal_bot;
extern const struct study_kind luz_study;
extern const struct reason_kind luz_reasons, photograph_reasons, smitten_reasons;

const struct bot *const bots_list[] = {
    &random_bot,
    &photograph_easy_bot,
    &photograph_medium_bot,
    &photograph_hard_bot,
    &photograph_expert_bot,
    &luz_easy_bot,
    &luz_medium_bot,
    &luz_hard_bot,
    &luz_expert_bot,
    &luz_flat_bot,
    &smitten_easy_bot,
    &smitten_medium_bot,
    &smitten_hard_bot,
    &smitten_expert_bot,
    &smitten_literal_bot,
    NULL,
};

const struct study_kind *study_find(const struct game *g)
{
    return g == luz_study.game ? &luz_study : NULL;
}

const struct reason_kind *reason_find(const struct game *g)
{
    static const struct reason_kind *const rows[] = {&photograph_reasons, &luz_reasons,
                                                     &smitten_reasons};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i]->game == g)
            return rows[i];
    return NULL;
}
