/* `parlor review --summary`: how well each player played over many games. */
#ifndef PARLOR_CLI_SUMMARY_H
#define PARLOR_CLI_SUMMARY_H

#include "cli/cli.h"
#include "tui/report.h"

/* Reviews the games of all files that the words of `cli` name, and prints the sums of each player;
   with a seat in the plan, of those who sat there. Returns an exit status. */
int summary_run(const struct cli *cli, const struct review_plan *plan,
                const struct report_progress *progress, bool json);

#endif
