import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textOfTemplates } from "../../stack/api/auth-mails.ts";
import { rootFolder } from "../project.ts";
import { authMails } from "./auth-mails.ts";
import { allMessages, saidMessages, translated } from "./catalogues.ts";

test("Auth's mails are made of the catalogues: `npm run languages` brings them up to these", () => {
  for (const [file, text] of authMails(translated(allMessages(saidMessages())))) {
    expect(readFileSync(join(rootFolder, file), "utf8"), file).toBe(text);
  }
});

type Driver = ReturnType<typeof textOfTemplates>;

const GERMAN = {
  "Confirm your e-mail address": "Bestätige deine Adresse",
  "Somebody signed up for Rota with {address}. If it was you, confirm the address:": [
    "Jemand hat sich mit ",
    ["address"],
    ' <bei> "Rota" & Co. angemeldet:',
  ],
};
const ARABIC = { "Confirm your e-mail address": "أكّد بريدك" };

test.each([
  ["de", "Bestätige deine Adresse", 'lang="de" dir="ltr"'],
  ["ar", "أكّد بريدك", 'lang="ar" dir="rtl"'],
  ["en", "Confirm your e-mail address", 'lang="en" dir="ltr"'],
  ["tlh", "Confirm your e-mail address", 'lang="en" dir="ltr"'],
  [null, "Confirm your e-mail address", 'lang="en" dir="ltr"'],
] as const)("an account in %s gets '%s'", async (language, heading, attributes) => {
  const files = authMails(
    new Map([
      ["de", { catalogue: GERMAN }],
      ["ar", { catalogue: ARABIC }],
    ]),
  );
  const config = files.get("supabase/config.toml") ?? "";
  const [, subject = ""] = /template\.confirmation\]\nsubject = (.*)/.exec(config) ?? [];
  const html = files.get("supabase/templates/confirmation.html") ?? "";
  const sent: Parameters<Driver["send"]>[0][] = [];
  const driver = textOfTemplates(
    { send: async (mail) => void sent.push(mail) },
    async () => language,
  );
  // As Auth has filled it in: an address may look like a condition.
  const filled = html.replaceAll("{{ .Email }}", "{{end}}@example.com");
  await driver.send({ to: "", subject: JSON.parse(subject), html: filled, text: "" });
  const [mail] = sent;
  expect(mail?.subject).toBe(heading);
  expect(mail?.html).toContain(`<html ${attributes}>`);
  expect(mail?.html).toContain(`<h1>${heading}</h1>`);
  expect(mail?.text).toMatch(new RegExp(`^${heading}\n\n.*{{end}}@example.com`));
  expect(mail?.text).toContain("{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&type=signup");
  if (language === "de")
    expect(mail?.text).toContain('@example.com <bei> "Rota" & Co. angemeldet:');
});
