import { Hono } from "hono";
import { localHostOnly } from "../local-host.ts";
import type { Mail, Mailbox } from "./mailbox.ts";
import { listPage, mailPage } from "./mailbox-pages.ts";

const SNIPPET_LENGTH = 250;

/** The pages load and run nothing, nor do mails shown in them. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'none'";

/** A mail as Mailpit's JSON API writes it in a list. */
function summary(mail: Mail) {
  return {
    ID: mail.id,
    MessageID: mail.id,
    From: { Name: mail.from.name, Address: mail.from.address },
    To: [{ Name: "", Address: mail.to }],
    Subject: mail.subject,
    Created: mail.date.toISOString(),
    Snippet: mail.text.replace(/\s+/g, " ").slice(0, SNIPPET_LENGTH),
  };
}

function headersOf({ headers }: Mail): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { originalKey, value } of headers) {
    found[originalKey] = [...(found[originalKey] ?? []), value];
  }
  return found;
}

/** The mailbox's pages, and the part of Mailpit's API v1 that tests use, so that the tests work with either. */
export function mailboxApp(mailbox: Mailbox): Hono {
  const app = new Hono();
  app.use(localHostOnly);
  app.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", POLICY);
  });
  app.get("/", (c) => c.html(listPage(mailbox.list())));
  app.get("/message/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    return mail ? c.html(mailPage(mail)) : c.notFound();
  });
  app.get("/api/v1/messages", (c) => {
    const mails = mailbox.list();
    const start = Number(c.req.query("start") ?? 0);
    const limit = Number(c.req.query("limit") ?? 50);
    const messages = mails.slice(start, start + limit).map(summary);
    return c.json({ total: mails.length, messages_count: mails.length, start, messages });
  });
  app.get("/api/v1/message/:id", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    if (!mail) return c.notFound();
    const { date, text, html } = mail;
    return c.json({ ...summary(mail), Date: date.toISOString(), Text: text, HTML: html });
  });
  app.get("/api/v1/message/:id/headers", (c) => {
    const mail = mailbox.find(c.req.param("id"));
    return mail ? c.json(headersOf(mail)) : c.notFound();
  });
  app.delete("/api/v1/messages", (c) => {
    mailbox.clear();
    return c.text("ok");
  });
  return app;
}
