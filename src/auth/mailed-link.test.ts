import { expect, test } from "vitest";
import { linkProblemOf, mailedLinkOf } from "./mailed-link.ts";

const DESCRIPTION = "error_description=Email+link+is+invalid+or+has+expired";

test.each([
  [`#error=access_denied&error_code=otp_expired&${DESCRIPTION}`, "expired"],
  [`#error=access_denied&error_code=user_banned&${DESCRIPTION}`, "failed"],
  [`#error=access_denied&error_code=constructor&${DESCRIPTION}`, "failed"],
  ["#error=server_error", "failed"],
  ["#error_code=otp_expired", "expired"],
  [`#${DESCRIPTION}`, "failed"],
  ["?error_code=otp_expired", "expired"],
  ["#access_token=abc&refresh_token=def&type=signup", "session"],
  ["#access_token=abc&refresh_token=def&type=recovery", "session"],
  ["?access_token=abc", "session"],
  ["?refresh_token=abc#today", "session"],
  ["#error_code=otp_expired&access_token=abc", "session"],
  ["#tasks/edit/error", null],
  ["#tasks/edit/access_token", null],
  ["#today", null],
  ["?token_hash=abc&type=signup", null],
  ["", null],
])("the problem of %s is %s", (part, problem) => {
  expect(linkProblemOf(new URL(part, "https://rota.example/"))).toBe(problem);
});

const HASH = "a1".repeat(28);

test.each([
  [`?token_hash=${HASH}&type=signup`, { tokenHash: HASH, type: "signup" }],
  [`?token_hash=${HASH}&type=email_change`, { tokenHash: HASH, type: "email_change" }],
  [`?type=signup&x=1&token_hash=${HASH}`, { tokenHash: HASH, type: "signup" }],
  ["", null],
  ["?type=signup", null],
  [`?token_hash=${HASH}`, "failed"],
  [`?token_hash=${HASH}&type=recovery`, "failed"],
  [`?token_hash=${HASH}&type=constructor`, "failed"],
  ["?token_hash=&type=signup", "failed"],
  ["?token_hash=%3Cscript%3E&type=signup", "failed"],
  [`?token_hash=${HASH}%20&type=signup`, "failed"],
  [`?token_hash=${"a".repeat(256)}&type=signup`, "failed"],
])("the link of %s", (search, link) => {
  expect(mailedLinkOf(search, "signup", "email_change")).toEqual(link);
});
