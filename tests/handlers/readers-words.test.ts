import { expect, test } from "vitest";
import { localeOf } from "../../src/domain/language/locale.ts";
import { mailLayout } from "../../supabase/functions/_shared/mail-layout.ts";
import { readersLocale } from "../../supabase/functions/_shared/readers-locale.ts";
import { morningContent } from "../../supabase/functions/send-mails/morning-content.ts";
import {
  doneMessages,
  invitationMessage,
  offerMessage,
  todayMessages,
} from "../../supabase/functions/send-pushes/content.ts";
import { pushOf } from "../../supabase/functions/send-pushes/message.ts";
import { environmentWith } from "../support/handler-environment.ts";
import { turnTask } from "../support/sample-household.ts";

/** What is written to a reader of German, and of a language from right to left. */

const style = { order: "dmy", hours: "24", weekStart: "mon" } as const;
const german = localeOf(
  "de",
  {
    "{task}: {turn} // 'Dishes: your turn'": [["task"], ": ", ["turn"]],
    "your turn // in a sentence": "du bist dran",
    "Due today, your turn": "Heute fällig, du bist dran",
    "{name} invites you": [["name"], " lädt dich ein"],
    "{tasks}, and {more, number} more": [["tasks"], " und ", ["more", 4], " weitere"],
    "{name} asks: can you take it {day}? // the day is 'tomorrow' or 'on Sunday'": [
      ["name"],
      " fragt: Kannst du ",
      ["day"],
      "?",
    ],
    "tomorrow // within a sentence": "morgen",
  },
  style,
);

const today = "2026-11-22";
const moment = { today, timeZone: "UTC", now: Date.parse(`${today}T07:00Z`) };
const bins = turnTask({ startDate: today, endDate: today, id: "1", title: "לשטוף" });

test("a title in Hebrew stays together in a German mail", () => {
  const content = morningContent([bins], "alice", moment, german);
  expect(content?.due.map(({ text }) => text)).toEqual(["\u2068לשטוף\u2069: du bist dran"]);
});

test("pushes in German", async () => {
  const environment = environmentWith(() => Response.json(null));
  const [due] = await todayMessages(environment, [bins], "alice", moment, german);
  expect(due).toMatchObject({ title: "לשטוף", body: "Heute fällig, du bist dran" });
  const { payload } = await pushOf("https://rota.example", due as NonNullable<typeof due>);
  expect(JSON.parse(payload)).toMatchObject({ notification: { lang: "de" } });
  const titles = ["Bad", "Bett", "Boden", "Brot", "Buch"];
  const invitation = { key: "1", senderName: "דנה", count: 1_234, titles };
  expect(invitationMessage(invitation, german)).toMatchObject({
    title: "\u2068דנה\u2069 lädt dich ein",
    body: `${titles.map((title) => `\u2068${title}\u2069`).join(", ")} und 1.229 weitere`,
  });
  const turn = { task: "1", day: "2026-11-23", key: "1", title: "Müll", name: "Bob {name} <b>" };
  expect(offerMessage(turn, today, german).body).toBe(
    "\u2068Bob {name} <b>\u2069 fragt: Kannst du morgen?",
  );
  // What lacks a translation is said in English.
  const news = { task: "1", day: today, title: "Müll", name: null };
  expect(doneMessages([news], german)[0]).toMatchObject({ body: "Somebody did it" });
});

test("a mail from right to left says so, and labels stand before their addresses", () => {
  const arabic = localeOf(
    "ar",
    { "{label}: // before a list or an address": [["label"], " :"] },
    style,
  );
  const { text, html } = mailLayout(
    {
      preheader: "",
      heading: "اليوم",
      blocks: [{ kind: "button", label: "افتح", url: "https://rota.example/" }],
      footer: [],
    },
    arabic,
  );
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(text).toContain("\u2068افتح\u2069 :\nhttps://rota.example/");
});

test.each([
  ["de", "de", "dmy"],
  ["de-AT", "de", "dmy"],
  ["tlh", "en", "dmy"],
  ["__proto__", "en", "dmy"],
  [null, "en", "dmy"],
])("a profile's language %s is written in %s", async (language, spoken, order) => {
  expect(await readersLocale({ language, dateStyle: "dmy-24-mon" })).toMatchObject({
    language: spoken,
    order,
  });
});
