import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../src/domain/language/languages.ts";
import { type Locale, localeOf, US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { Catalogue } from "../../src/domain/language/messages.ts";
import { mailLayout } from "../../supabase/functions/_shared/mail-layout.ts";
import { rootFolder } from "../project.ts";

/** Auth's mails: one template each, with every language's words, of which Auth takes the account's. */

interface Words {
  readonly subject: string;
  readonly text: string;
  readonly button: string;
  readonly footer: string;
  /** the app's page that the link leads to, which verifies it */
  readonly page: string;
}

/** What Auth fills in. */
const address = "{{ .Email }}";
const newAddress = "{{ .NewEmail }}";

const MAILS: Readonly<Record<string, (locale: Locale) => Words>> = {
  confirmation: ({ t }) => ({
    subject: t("Confirm your e-mail address"),
    text: t("Somebody signed up for Rota with {address}. If it was you, confirm the address:", {
      address,
    }),
    button: t("Confirm your e-mail address"),
    footer: t("The link works once, within an hour. If it was not you, you can ignore this mail."),
    page: "confirm?token_hash=TOKEN&type=signup",
  }),
  recovery: ({ t }) => ({
    subject: t("Choose a new password"),
    text: t(
      "Somebody asked for a new password for the account of {address} on Rota. If it was you, choose one:",
      { address },
    ),
    button: t("Set a new password"),
    footer: t(
      "The link works once, within an hour. If it was not you, leave this mail alone: your password stays as it is.",
    ),
    page: "reset-password?token_hash=TOKEN&type=recovery",
  }),
  email_change: ({ t }) => ({
    subject: t("Confirm your new e-mail address"),
    text: t(
      "The account of {address} on Rota is to move to {newAddress}. If you asked for it, confirm the change:",
      { address, newAddress },
    ),
    button: t("Confirm the new address"),
    footer: t(
      "The link works once, within an hour. If you did not ask for it, leave this mail alone: nothing changes.",
    ),
    page: "confirm?token_hash=TOKEN&type=email_change",
  }),
};

/** Stands for the app's address, which only Auth knows. */
const SITE = "https://rota.invalid";

function htmlOf({ subject, text, button, footer, page }: Words, locale: Locale): string {
  const content = {
    preheader: "",
    heading: subject,
    blocks: [
      { kind: "paragraph", text },
      { kind: "button", label: button, url: `${SITE}/${page}` },
    ],
    footer: [{ text: footer }],
  } as const;
  return mailLayout(content, locale)
    .html.replaceAll(SITE, "{{ .SiteURL }}")
    .replaceAll("TOKEN", "{{ .TokenHash }}");
}

/** English, and the others where they differ from it, as Go's templates choose between them. */
function choice(english: string, others: readonly (readonly [Language, string])[]): string {
  const branches = others
    .filter(([, text]) => text !== english)
    .map(([language, text]) => `if eq .Data.language "${language}" }}${text}{{ else `);
  return branches.length > 0 ? `{{ ${branches.join("")}}}${english}{{ end }}` : english;
}

const CONFIG = "supabase/config.toml";

/** The files in which Auth finds its mails, by their path in the repository, from each language's catalogue. */
export function authMails(
  catalogues: ReadonlyMap<Language, { readonly catalogue: Catalogue }>,
): Map<string, string> {
  const locales = [...catalogues].map(([language, { catalogue }]) =>
    localeOf(language, catalogue, US_ENGLISH),
  );
  const files = new Map<string, string>();
  let config = readFileSync(join(rootFolder, CONFIG), "utf8");
  for (const [name, wordsOf] of Object.entries(MAILS)) {
    const english = wordsOf(US_ENGLISH);
    const others = locales.map((locale) => {
      const words = wordsOf(locale);
      return [locale.language, words.subject, htmlOf(words, locale).split("\n")] as const;
    });
    const lines = htmlOf(english, US_ENGLISH)
      .split("\n")
      .map((line, at) =>
        choice(
          line,
          others.map(([language, , html]) => [language, html[at] ?? ""]),
        ),
      );
    files.set(`supabase/templates/${name}.html`, lines.join("\n"));
    const subject = choice(
      english.subject,
      others.map(([language, text]) => [language, text]),
    );
    const before = new RegExp(`(?<=\\[auth\\.email\\.template\\.${name}\\]\\nsubject = ).*`);
    config = config.replace(before, () => JSON.stringify(subject));
  }
  return files.set(CONFIG, config);
}
