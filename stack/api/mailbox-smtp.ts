import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";

const MAX_BYTES = 10_000_000;

/** The mailbox's SMTP server, which accepts every mail from this machine. */
export function smtpServer(mailbox: Mailbox): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    onData(stream, { envelope }, callback) {
      buffer(stream)
        .then(async (raw) => {
          if (stream.sizeExceeded) return callback();
          const { from, subject, text, html, headers } = await PostalMime.parse(raw);
          for (const { address } of envelope.rcptTo) {
            mailbox.add({ from, to: address, subject, text, html, headers });
          }
          callback();
        })
        .catch(callback);
    },
  });
  // A client that disconnects in the middle of a mail stops nothing.
  server.on("error", ({ message }) => console.error(`SMTP: ${message}`));
  return server;
}
