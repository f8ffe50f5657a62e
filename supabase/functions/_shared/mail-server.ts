export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** whether it speaks TLS from the start; others use STARTTLS if they offer it */
  readonly secure: boolean;
  /** null: the server needs none */
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** 2465 replaces 465 where hosted functions can't use it. */
const TLS_PORTS = [465, 2465];

/** `rota@rota.example`, or `Our Rota <rota@rota.example>`. */
const SENDER = /^(?:"?([^"<>]*?)"?\s*<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/;

/**
 * Reads SMTP_HOST, SMTP_FROM, SMTP_PORT (default 465), SMTP_USER and SMTP_PASS.
 * @returns null without a host or sender
 * @throws Error with a sentence if the port or sender is invalid
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
