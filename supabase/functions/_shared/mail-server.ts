/** Where mails are handed in. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** whether it speaks TLS from the start; others do by STARTTLS where they offer it */
  readonly secure: boolean;
  /** null: the server asks for none */
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** whom mails come from */
  readonly from: { readonly name: string; readonly address: string };
}

/** 2465 stands for it where hosted functions can't use the other. */
const TLS_PORTS = [465, 2465];

/** `rota@rota.example`, or `Our Rota <rota@rota.example>`. */
const SENDER = /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

/**
 * Reads SMTP_HOST, SMTP_FROM, SMTP_PORT (465 without it), SMTP_USER and SMTP_PASS.
 * @returns null when there is no host or no sender
 * @throws Error in a sentence when the port or the sender can't be used
 */
export function readMailServer(get: (name: string) => string | undefined): MailServer | null {
  const host = get("SMTP_HOST");
  const sender = get("SMTP_FROM")?.trim();
  if (!host || !sender) return null;
  const [, name = "", named, plain] = SENDER.exec(sender) ?? [];
  const address = named ?? plain;
  if (!address) {
    throw new Error(
      `SMTP_FROM takes an address, such as rota@rota.example or "Rota <rota@rota.example>", not "${sender}".`,
    );
  }
  const port = Number(get("SMTP_PORT") || 465);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`SMTP_PORT must be a port number, not "${get("SMTP_PORT")}".`);
  }
  const user = get("SMTP_USER");
  return {
    ...{ host, port, secure: TLS_PORTS.includes(port) },
    login: user ? { user, pass: get("SMTP_PASS") ?? "" } : null,
    from: { name: name || "Rota", address },
  };
}
