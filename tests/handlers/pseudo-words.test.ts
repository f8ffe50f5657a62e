import { expect, test } from "vitest";
import { calendarFile } from "../../src/calendar/calendar-file.ts";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { Message } from "../../src/domain/language/messages.ts";
import { ERROR_STATUS, isErrorCode } from "../../src/domain/tasks/error-codes.ts";
import { ERROR_TEXTS } from "../../src/domain/tasks/error-texts.ts";
import { INPUT_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import { AUTH_TEXTS, ISSUER_TEXTS } from "../../src/features/auth/auth-texts.ts";
import { failureNotice } from "../../src/supabase/failure-notice.ts";
import { RequestFailure } from "../../src/supabase/request-failure.ts";
import { morningContent } from "../../supabase/functions/send-mails/morning-content.ts";
import {
  doneMessages,
  invitationMessage,
  offerMessage,
  todayMessages,
} from "../../supabase/functions/send-pushes/content.ts";
import { environmentWith } from "../support/handler-environment.ts";
import { pseudoReader, wordsOutside } from "../support/pseudo-words.ts";
import { flatOf, turnTask } from "../support/sample-household.ts";

/** No word of what is written to somebody stands outside of the catalogue; names and titles are Hebrew here. */

const today = "2026-11-22";
const moment = { today, timeZone: "UTC", now: Date.parse(`${today}T07:00Z`) };
const people = flatOf().people.map((person) => ({ ...person, name: "דנה" }));
const task = (changes: Parameters<typeof turnTask>[0] = {}) =>
  turnTask({ title: "לשטוף", startDate: "2026-11-18", ...changes }, { people });

test("pushes", async () => {
  const environment = environmentWith(() => Response.json(null));
  const due = (count: number) =>
    todayMessages(
      environment,
      Array.from({ length: count }, (_, n) => task({ id: String(n), roster: ["alice"] })),
      "alice",
      moment,
      pseudoReader,
    );
  const news = { task: "1", day: today, title: "לשטוף", name: "דנה" };
  const invitation = { key: "1", senderName: "דנה", count: 9, titles: ["לשטוף"] };
  const messages = [
    ...(await due(1)),
    ...(await due(9)),
    ...doneMessages([news, { ...news, name: null }], pseudoReader),
    ...doneMessages(
      Array.from({ length: 9 }, () => news),
      pseudoReader,
    ),
    invitationMessage(invitation, pseudoReader),
    ...[today, "2026-11-23", "2026-11-27", "2027-01-01"].map((day) =>
      offerMessage({ ...news, key: "1", name: "דנה", day }, today, pseudoReader),
    ),
  ];
  expect(messages.length).toBe(10);
  for (const { title, body } of messages) expect(wordsOutside(`${title}\n${body}`)).toEqual([]);
});

test("the content of a morning mail", () => {
  const content = morningContent([task(), task({ roster: [] })], "alice", moment, pseudoReader);
  expect(content?.due).toHaveLength(2);
  expect(wordsOutside(JSON.stringify(content?.due.map(({ text }) => text)))).toEqual([]);
});

test("a calendar", () => {
  const days = DaySet.fromDays([toDayNumber("2026-11-20"), toDayNumber("2026-11-21")]);
  const file = calendarFile([task({ skippedDays: days }), task({ roster: ["bob"] })], {
    ...{ today, appUrl: "https://rota.example", locale: pseudoReader },
  });
  const shown = file.match(/^(SUMMARY|DESCRIPTION):.*/gm) ?? [];
  expect(shown.join("\n")).toContain("[Šķîþþéđ");
  expect(shown.flatMap((line) => wordsOutside(line.replace(/^\w+:/, "")))).toEqual([]);
});

test("errors: codes, issues, and what Auth refuses", () => {
  const words = { title: pseudoReader.t("Not saved") as unknown as Message };
  const codes = Object.keys(ERROR_STATUS).filter((code) => isErrorCode(code) && ERROR_TEXTS[code]);
  const notices = codes.map((code) =>
    failureNotice(words, new RequestFailure("said by a server", code as never, 400), pseudoReader),
  );
  const refused = { ...AUTH_TEXTS, ...ISSUER_TEXTS };
  for (const message of Object.keys(refused)) {
    notices.push(failureNotice({ ...words, texts: refused }, new Error(message), pseudoReader));
  }
  expect(notices.length).toBeGreaterThan(30);
  for (const { description } of notices) expect(wordsOutside(description)).toEqual([]);
  for (const message of Object.values(INPUT_TEXTS)) {
    expect(wordsOutside(pseudoReader.t(message))).toEqual([]);
  }
});
