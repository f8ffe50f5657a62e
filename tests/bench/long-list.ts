import type { Bench } from "./context.ts";
import { measureFirstCommits } from "./long-list-commit.ts";
import { measureTicks } from "./long-list-ticks.ts";

/** 500 occurrences or cards on the screen: the first commit, and a tick among them. */
export const bench: Bench = {
  title: "Long lists",
  async measure({ browser, appUrl, log }) {
    log("first commits of 500 cards…");
    const commits = await measureFirstCommits(browser);
    log("ticks among 500 rows…");
    return `${commits}\n\n${await measureTicks(browser, appUrl)}`;
  },
};
