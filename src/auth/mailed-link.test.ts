import { expect, test } from "vitest";
import { linkProblemOf } from "./mailed-link.ts";

const DESCRIPTION = "error_description=Email+link+is+invalid+or+has+expired";

test.each([
  [`#error=access_denied&error_code=otp_expired&${DESCRIPTION}`, "expired"],
  [`#error=access_denied&error_code=user_banned&${DESCRIPTION}`, "failed"],
  [`#error=access_denied&error_code=constructor&${DESCRIPTION}`, "failed"],
  ["#error=server_error", "failed"],
  ["#error_code=otp_expired", "expired"],
  [`#${DESCRIPTION}`, "failed"],
  ["#access_token=abc&type=recovery", null],
  ["#tasks/edit/error", null],
  ["#today", null],
  ["", null],
])("%s: %s", (hash, problem) => {
  expect(linkProblemOf(hash)).toBe(problem);
});
