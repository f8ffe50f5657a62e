import { test } from "vitest";
import { seed } from "../support/runs.ts";
import { playHistories } from "./union-deeds.ts";

test(
  "500 random histories of 100 deeds on two devices",
  () => playHistories(Number(process.env.UH ?? 500), 100, seed),
  3_600_000,
);
