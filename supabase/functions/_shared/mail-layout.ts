import type { Locale } from "../../../src/domain/language/locale.ts";

interface MailLink {
  readonly label: string;
  /** http or https */
  readonly url: string;
}

export interface MailLine {
  readonly text: string;
  /** shown beside it */
  readonly link?: MailLink;
}

export type MailBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  /** a link that looks like a button */
  | ({ readonly kind: "button" } & MailLink)
  /** `title` is shown above the lines */
  | { readonly kind: "list"; readonly title?: string; readonly lines: readonly MailLine[] };

export interface MailContent {
  /** shown beside the subject in lists of mails */
  readonly preheader: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
  /** small print */
  readonly footer: readonly MailLine[];
}

/**
 * A mail as text and as HTML. Its content is text in the reader's language, and only this makes HTML of it.
 * @throws TypeError for a link that is neither http nor https
 */
export function mailLayout(content: MailContent, locale: Locale): { text: string; html: string } {
  return { text: asText(content, locale), html: asHtml(content, locale) };
}

function asText({ heading, blocks, footer }: MailContent, locale: Locale): string {
  const parts = [
    oneLine(heading),
    ...blocks.map((block) => textOf(block, locale)),
    `-- \n${footer.map((line) => withLink(line, "\n", locale)).join("\n")}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function textOf(block: MailBlock, locale: Locale): string {
  if (block.kind === "paragraph") return oneLine(block.text);
  if (block.kind === "button") return `${before(block.label, locale)}\n${linkTo(block.url)}`;
  const lines = block.lines.map((line) => `- ${withLink(line, "\n  ", locale)}`);
  return [...(block.title ? [before(block.title, locale)] : []), ...lines].join("\n");
}

function withLink({ text, link }: MailLine, gap: string, locale: Locale): string {
  if (!link) return oneLine(text);
  return `${oneLine(text)}${gap}${before(link.label, locale)} ${linkTo(link.url)}`;
}

const before = (label: string, { t }: Locale) =>
  t("{label}: // before a list or an address", { label: oneLine(label) });

/** Looks like the app, in dark mode too if the mail program allows it. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f7f3ec; color: #29241e; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 28px; background: #fffdf9; border: 1px solid #e3dbcd; border-radius: 12px; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
h2 { margin: 24px 0 4px; font-size: 16px; }
ul { margin: 0 0 16px; padding: 0; list-style: none; }
li { padding: 10px 0; border-bottom: 1px solid #e3dbcd; }
h1, p, li { overflow-wrap: anywhere; }
.button { display: inline-block; margin: 4px 0; padding: 10px 18px; border-radius: 8px; background: #1f5f44; color: #ffffff; font-weight: 600; text-decoration: none; }
footer { max-width: 520px; margin: 16px auto 0; padding: 0 28px; color: #685f53; font-size: 14px; }
footer p { margin: 0 0 8px; }
footer a { color: #685f53; }
.preheader { display: none; max-height: 0; overflow: hidden; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1815; color: #f0eae0; }
  main { background: #25211d; border-color: #3b352e; }
  li { border-color: #3b352e; }
  .button { background: #86cda9; color: #0d2419; }
  footer, footer a { color: #b5aa9a; }
}`;

function asHtml(
  { preheader, heading, blocks, footer }: MailContent,
  { language, direction }: Locale,
): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(heading)}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="preheader" style="display:none">${escaped(preheader)}</div>
<main>
<h1>${escaped(heading)}</h1>
${blocks.map(htmlOf).join("\n")}
</main>
<footer>
${footer.map((line) => `<p>${htmlLine(line)}</p>`).join("\n")}
</footer>
</body>
</html>
`;
}

function htmlOf(block: MailBlock): string {
  if (block.kind === "paragraph") return `<p>${escaped(block.text)}</p>`;
  if (block.kind === "button") return `<p>${htmlButton(block)}</p>`;
  const lines = block.lines.map((line) => `<li>${htmlLine(line)}</li>`);
  const title = block.title ? `<h2>${escaped(block.title)}</h2>\n` : "";
  return `${title}<ul>\n${lines.join("\n")}\n</ul>`;
}

// Programs that drop the style sheet still show a button.
const BUTTON_STYLE =
  "display:inline-block;padding:10px 18px;border-radius:8px;font-weight:600;text-decoration:none";

const htmlButton = ({ label, url }: MailLink) =>
  `<a class="button" style="${BUTTON_STYLE}" href="${escaped(linkTo(url))}">${escaped(label)}</a>`;

function htmlLine({ text, link }: MailLine): string {
  const beside = link && `<a href="${escaped(linkTo(link.url))}">${escaped(link.label)}</a>`;
  return escaped(text) + (beside ? ` ${beside}` : "");
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) =>
  oneLine(text).replace(/[&<>"']/g, (found) => ESCAPES[found] ?? "");

function linkTo(url: string): string {
  const { href, protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`No link: ${protocol}`);
  return href;
}
