import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { html } from "hono/html";
import { localHostOnly } from "../local-host.ts";

/** A captured mail. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
}

const KEPT_MAILS = 500;
const SNIPPET_LENGTH = 250;

/** The local mailbox: nothing leaves the machine, every mail is kept in memory, newest first. */
export class Mailbox {
  /** As Mailpit writes it. */
  readonly sender: { Name: string; Address: string };
  #mails: Mail[] = [];

  constructor({ name, address }: { name: string; address: string }) {
    this.sender = { Name: name, Address: address };
  }

  add(mail: { to: string; subject: string; text?: string; html?: string }): void {
    const { to, subject, text = "", html: body = "" } = mail;
    this.#mails.unshift({ id: randomUUID(), to, subject, text, html: body, date: new Date() });
    this.#mails.length = Math.min(this.#mails.length, KEPT_MAILS);
  }

  list(): readonly Mail[] {
    return this.#mails;
  }

  find(id: string): Mail | undefined {
    return id === "latest" ? this.#mails[0] : this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails = [];
  }
}

function links(mail: Mail): string[] {
  const found = `${mail.text}\n${mail.html.replaceAll("&amp;", "&")}`.match(
    /https?:\/\/[^\s"'<>]+/g,
  );
  return [...new Set(found ?? [])];
}

/** A mail as Mailpit's JSON API writes it in a list. */
function summary(mail: Mail, sender: Mailbox["sender"]) {
  return {
    ID: mail.id,
    MessageID: mail.id,
    From: sender,
    To: [{ Name: "", Address: mail.to }],
    Subject: mail.subject,
    Created: mail.date.toISOString(),
    Snippet: mail.text.replace(/\s+/g, " ").slice(0, SNIPPET_LENGTH),
  };
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
          pre { white-space: pre-wrap; font: inherit; }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

const listPage = (mails: readonly Mail[]) =>
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

const mailPage = (mail: Mail) =>
  page(
    mail.subject,
    html`<p><a href="/">All mails</a></p>
      <h1>${mail.subject}</h1>
      <p>To ${mail.to}</p>
      <ul>
        ${links(mail).map((link) => html`<li><a href="${link}">${link}</a></li>`)}
      </ul>
      <pre>${mail.text}</pre>`,
  );

/** The mailbox's page, and the part of Mailpit's API v1 that tests use, so that they fit both. */
export function mailboxApp(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(localHostOnly);
  app.get("/", (c) => c.html(listPage(mailbox.list())));
  app.get("/message/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    return mail ? c.html(mailPage(mail)) : c.notFound();
  });
  app.get("/api/v1/messages", (c) => {
    const mails = mailbox.list();
    const start = Number(c.req.query("start") ?? 0);
    const limit = Number(c.req.query("limit") ?? 50);
    const messages = mails.slice(start, start + limit).map((mail) => summary(mail, mailbox.sender));
    return c.json({ total: mails.length, messages_count: mails.length, start, messages });
  });
  app.get("/api/v1/message/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    if (!mail) return c.notFound();
    return c.json({
      ...summary(mail, mailbox.sender),
      Date: mail.date.toISOString(),
      Text: mail.text,
      HTML: mail.html,
    });
  });
  app.delete("/api/v1/messages", (c) => {
    mailbox.clear();
    return c.text("ok");
  });
  return app;
}
