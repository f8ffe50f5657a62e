import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import type { Certificates } from "./certificates.ts";

/** A mail server that lets in who knows its password ("rota", "mail-secret"), by TLS alone. */
export interface TlsMailServer {
  readonly port: number;
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  /** While true, it takes none. */
  isBusy: boolean;
  close(): Promise<void>;
}

/** Starts it at an address, on a free port unless one is given. */
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
        // Quoted-printable: long lines are broken, and "=3D" stands for "=".
        const plain = mail.replaceAll("=\r\n", "").replaceAll("=3D", "=");
        for (const { address: to } of envelope.rcptTo) mails.push({ to, text: plain });
        done();
      }, done);
    },
  });
  // A connection that breaks is its client's to notice.
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
