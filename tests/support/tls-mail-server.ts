import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Certificates } from "./certificates.ts";

/** A mail server that only accepts TLS and its password ("rota", "mail-secret"). */
export interface TlsMailServer {
  readonly port: number;
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  /** While true, it accepts no mails. */
  isBusy: boolean;
  close(): Promise<void>;
}

/** Starts it at an address, by default on a free port. */
export async function startTlsMailServer(
  { key, cert }: Pick<Certificates, "key" | "cert">,
  address: string,
): Promise<TlsMailServer> {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    ...{ key, cert },
    onAuth: ({ username, password }, _session, done) =>
      username === "rota" && password === "mail-secret"
        ? done(null, { user: username })
        : done(new Error("wrong password")),
    onMailFrom: (_, _session, done) => done(mailServer.isBusy ? new Error("not now") : null),
    onData: (stream, { envelope }, done) => {
      text(stream).then((mail) => {
        // Quoted-printable: long lines are broken, and "=3D" means "=".
        const plain = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
        for (const { address: to } of envelope.rcptTo) mails.push({ to, text: plain });
        done();
      }, done);
    },
  });
  // A client notices its broken connection by itself.
  server.on("error", () => {});
  server.listen(0, address);
  await once(server.server, "listening");
  const mailServer: TlsMailServer = {
    port: (server.server.address() as AddressInfo).port,
    mails,
    isBusy: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
