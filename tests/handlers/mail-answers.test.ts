import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { deliverMail } from "../../supabase/functions/_shared/mail.ts";
import { openMailer } from "../../supabase/functions/_shared/mailer.ts";
import { environmentWith } from "../support/handler-environment.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../support/smtp-stand-in.ts";

/** A mail server's answers decide whether a mail may be tried again, and whether its address exists. */

let refusal: readonly [to: string, answer: string] | undefined;
let server: SmtpStandIn;
beforeAll(async () => {
  server = await startSmtpStandIn((command) =>
    refusal && command.startsWith(refusal[0]) ? refusal[1] : undefined,
  );
});
afterAll(() => server.close());
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

test.each([
  ["RCPT", "550 5.1.1 No such user", "bounced"],
  ["RCPT", "550 No such user", "bounced"],
  ["RCPT", "550 5.7.1 Relaying denied", "unsent"],
  ["RCPT", "552 5.2.2 Mailbox full", "unsent"],
  ["RCPT", "451 4.3.0 Try again later", "unsent"],
  ["MAIL", "550 5.1.1 Not from you", "unsent"],
  [".", "554 5.7.1 That looks like spam", "failed"],
  [".", "452 4.2.2 Try again later", "unsent"],
  ["", "", "sent"],
] as const)("%s answered by %s is %s", async (command, answer, outcome) => {
  refusal = answer ? [command, answer] : undefined;
  const smtp = { SMTP_PORT: String(server.port), SMTP_FROM: "rota@example.com" };
  const calls: unknown[] = [];
  const context = {
    environment: environmentWith(() => Response.json(null), [], {
      SMTP_HOST: "127.0.0.1",
      ...smtp,
    }),
    appUrl: "https://rota.example",
    call: async (name: string, parameters: object) => calls.push([name, parameters]),
  };
  const mail = { to: "bob@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const mailer = openMailer(context.environment);
  expect(await deliverMail(context, mailer, "1", mail)).toBe(outcome);
  mailer.close();
  const how = outcome === "sent" ? {} : { error: expect.any(String), failure: outcome };
  expect(calls).toEqual([["finish_messages", { messages: ["1"], ...how }]]);
});
