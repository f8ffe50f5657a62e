import { html } from "hono/html";
import type { Mail } from "./mailbox.ts";

function links(mail: Mail): string[] {
  const found = `${mail.text}\n${mail.html.replaceAll("&amp;", "&")}`.match(
    /https?:\/\/[^\s"'<>]+/g,
  );
  return [...new Set(found ?? [])];
}

function page(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          :root { color-scheme: light dark; }
          body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
          li { margin: 0.75rem 0; }
          small { display: block; opacity: 0.7; }
          a { overflow-wrap: anywhere; }
          pre { white-space: pre-wrap; font: inherit; overflow-wrap: anywhere; }
          iframe { width: 100%; height: 40rem; border: 1px solid; background: #fff; color-scheme: light; }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** All mails, newest first. */
export const listPage = (mails: readonly Mail[]) =>
  page(
    "Mailbox",
    html`<h1>Mailbox</h1>
      <p>Mails that the local stack would have sent. None leaves this machine.</p>
      ${
        mails.length === 0
          ? html`<p>No mail yet. Reload after signing up.</p>`
          : html`<ul>
              ${mails.map(
                (mail) => html`<li>
                  <a href="/message/${mail.id}">${mail.subject}</a>
                  <small>to ${mail.to} at ${mail.date.toLocaleTimeString("en-GB")}</small>
                </li>`,
              )}
            </ul>`
      }`,
  );

/** Links in a mail open outside the page: nothing is loaded into it. */
const inFrame = (body: string) => `<base target="_blank">${body}`;

/** One mail: its links, its text, and its HTML in a frame that runs no scripts. */
export const mailPage = (mail: Mail) =>
  page(
    mail.subject,
    html`<p><a href="/">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p>To ${mail.to}</p>
      <ul>
        ${links(mail).map((link) => html`<li><a href="${link}">${link}</a></li>`)}
      </ul>
      <h2>Text</h2>
      <pre>${mail.text}</pre>
      ${
        mail.html &&
        html`<h2>HTML</h2>
          <iframe
            title="The mail as HTML"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcdoc="${inFrame(mail.html)}"
          ></iframe>`
      }`,
  );
