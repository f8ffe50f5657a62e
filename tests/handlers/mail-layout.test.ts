import { expect, test } from "vitest";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { type MailContent, mailLayout } from "../../supabase/functions/_shared/mail-layout.ts";

const content: MailContent = {
  preheader: "Two tasks",
  heading: "Today",
  blocks: [
    { kind: "paragraph", text: "Good morning" },
    {
      kind: "list",
      title: "Due today",
      lines: [
        { text: "Sweep", link: { label: "Done", url: "https://rota.example/a?b=1&c=2" } },
        { text: "Mop" },
      ],
    },
    { kind: "button", label: "Open", url: "https://rota.example/" },
  ],
  footer: [{ text: "Enough?", link: { label: "Unsubscribe", url: "https://rota.example/u" } }],
};

test("a mail as text", () => {
  expect(mailLayout(content, US_ENGLISH).text).toBe(`Today

Good morning

Due today:
- Sweep
  Done: https://rota.example/a?b=1&c=2
- Mop

Open:
https://rota.example/

-- 
Enough?
Unsubscribe: https://rota.example/u
`);
});

test("a mail as HTML has a line's link beside it, and loads nothing", () => {
  const { html } = mailLayout(content, US_ENGLISH);
  expect(html).toContain('<li>Sweep <a href="https://rota.example/a?b=1&amp;c=2">Done</a></li>');
  expect(html).toMatch(/<a class="button"[^>]* href="https:\/\/rota.example\/">Open</);
  expect(html).toContain('<a href="https://rota.example/u">Unsubscribe</a>');
  expect(html).not.toMatch(/src=|url\(|@import|<link|<script/);
});

const hostile = `<img src=x onerror=alert(1)> "'& \r\n\u2028-- \n</style><script>`;

test("no text makes HTML or a line of its own, wherever it stands", () => {
  const button = { label: hostile, url: `https://rota.example/?a="><b>` };
  const mail: MailContent = {
    preheader: hostile,
    heading: hostile,
    blocks: [
      { kind: "paragraph", text: hostile },
      { kind: "list", title: hostile, lines: [{ text: hostile, link: button }] },
      { kind: "button", ...button },
    ],
    footer: [{ text: hostile, link: button }],
  };
  const { text, html } = mailLayout(mail, US_ENGLISH);
  expect(html).not.toMatch(/<(img|script|b)\b/);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html.replaceAll(/<[^>]*>/g, "")).not.toMatch(/[<>]/);
  expect(text).not.toMatch(/\r|\u2028|^<\/style>|^<script/m);
  expect(text.match(/^-- $/gm)).toHaveLength(1);
});

test.each(["javascript:alert(1)", "data:text/html,x", "no address"])("%s is no link", (url) => {
  const blocks = [{ kind: "button", label: "Open", url }] as const;
  expect(() => mailLayout({ ...content, blocks }, US_ENGLISH)).toThrow(TypeError);
});
