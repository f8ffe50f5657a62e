import { isIP } from "node:net";
import { StackError } from "embedded-supabase";
import { type MailServer, readMailServer } from "../../supabase/functions/_shared/mail-server.ts";
import {
  ANY_PUBLIC_HOST,
  KNOWN_WEBHOOK_HOSTS,
} from "../../supabase/functions/_shared/outgoing-hosts.ts";
import { KNOWN_PUSH_HOSTS } from "../../supabase/functions/_shared/push-hosts.ts";
import { serveCommand } from "../project.ts";
import { type Issuer, readIssuer, takesPasswords } from "./issuer.ts";

/** Who may make an account. */
export const SIGN_UP = ["invited", "open", "closed"] as const;
type SignUp = (typeof SIGN_UP)[number];

export interface ServeSettings {
  /** origins at which people reach it; the first one is used in mails and links */
  readonly publicUrls: readonly [string, ...string[]];
  readonly listen: { readonly host: string; readonly port: number };
  /** who may make an account without a link: people invited by mail, anybody, or nobody */
  readonly signUp: SignUp;
  readonly mailServer: MailServer | null;
  /** whose accounts people sign in with */
  readonly issuer: Issuer | undefined;
  /** whether passwords open accounts */
  readonly takesPasswords: boolean;
  readonly trustedProxies: readonly string[];
  /** hosts of push servers besides those of the known browsers; a leading dot covers a whole domain */
  readonly pushHosts: readonly string[];
  /** hosts to which webhooks may go besides the known ones, private ones too; `*` for all that aren't private */
  readonly webhookHosts: readonly string[];
}

type Variables = Readonly<Record<string, string | undefined>>;

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Reads `PUBLIC_URL`, `ALLOW_HTTP`, `SIGN_UP`, `TRUST_PROXY`, `PUSH_HOSTS`, `WEBHOOK_HOSTS`, `SMTP_*`, `OIDC_*` and `PASSWORDS`.
 * @param listen `HOST:PORT` of `--listen`
 * @throws StackError with one sentence for an invalid value
 */
export function readServeSettings(variables: Variables, listen: string): ServeSettings {
  return {
    publicUrls: readPublicUrls(variables, listen),
    listen: readListen(listen),
    signUp: readSignUp(variables.SIGN_UP, variables),
    mailServer: mailServerOf(variables),
    issuer: readIssuer(variables),
    takesPasswords: takesPasswords(variables),
    trustedProxies: (variables.TRUST_PROXY ?? "").split(/[\s,]+/).filter(isAddress),
    pushHosts: hostsIn("PUSH_HOSTS", variables),
    webhookHosts: hostsIn("WEBHOOK_HOSTS", variables, ANY_PUBLIC_HOST),
  };
}

/** The drawbacks of an address with `http://`, unless it is this machine's own. */
export const WITHOUT_TLS =
  "what is sent, passwords too, could be read on the way, and browsers keep nothing for when there is no network, show no notifications and don't install the app";

/** Whether browsers treat an address as secure. */
export const isSecure = (url: string): boolean =>
  url.startsWith("https:") || LOCAL_HOSTS.includes(new URL(url).hostname);

/** @throws StackError without a public address */
export function requirePublicUrl(
  { PUBLIC_URL: text }: Variables,
  example = "https://rota.example",
) {
  if (text) return;
  throw new StackError(
    `PUBLIC_URL is not set: say where people reach this server, as in PUBLIC_URL=${example} ${serveCommand()}.`,
  );
}

/**
 * The addresses of PUBLIC_URL, separated by commas or blanks; by default this machine's own, if nobody else
 * can reach it.
 * @param listen `HOST:PORT` of `--listen`
 * @throws StackError with one sentence for an address that people can't use
 */
export function readPublicUrls(variables: Variables, listen: string): [string, ...string[]] {
  const { host, port } = readListen(listen);
  const isOwn = LOCAL_HOSTS.includes(host) || host === "::1";
  if (!isOwn) requirePublicUrl(variables);
  const given = (variables.PUBLIC_URL ?? "").split(/[\s,]+/).filter(Boolean);
  const [first = `http://localhost:${port}`, ...more] = given.map((text) =>
    readAddress(text, variables),
  );
  return [first, ...more];
}

function readAddress(text: string, { ALLOW_HTTP: allowHttp }: Variables): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    !/^\/?$/.test(url.pathname + url.search)
  ) {
    throw new StackError(
      `PUBLIC_URL must be an address such as https://rota.example, or several with commas between, not "${text}".`,
    );
  }
  if (allowHttp !== "yes" && !isSecure(url.origin)) {
    throw new StackError(
      `PUBLIC_URL must begin with https: at ${text} ${WITHOUT_TLS}. Put a proxy in front that speaks TLS, or say ALLOW_HTTP=yes.`,
    );
  }
  return url.origin;
}

function readListen(text: string): ServeSettings["listen"] {
  const [, host, port] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (!host || !port || Number(port) < 1 || Number(port) > 65_535) {
    throw new StackError(`--listen takes HOST:PORT, such as 127.0.0.1:8080, not "${text}".`);
  }
  return { host: host.replace(/^\[(.+)\]$/, "$1"), port: Number(port) };
}

function readSignUp(text: string | undefined, variables: Variables): SignUp {
  const choice = SIGN_UP.find((name) => name === (text || "invited"));
  if (!choice) {
    throw new StackError(
      `SIGN_UP is "invited" (who is invited by mail), "open" (anybody) or "closed", not "${text}".`,
    );
  }
  // An issuer says whose address it is, too.
  if (choice === "open" && !mailServerOf(variables) && takesPasswords(variables)) {
    throw new StackError(
      "SIGN_UP=open needs SMTP_HOST and SMTP_FROM: without a mail nobody knows whose address it is.",
    );
  }
  return choice;
}

function mailServerOf(variables: Variables): MailServer | null {
  if (Boolean(variables.SMTP_HOST) !== Boolean(variables.SMTP_FROM)) {
    throw new StackError("SMTP_HOST and SMTP_FROM belong together: set both, or none.");
  }
  if (variables.SMTP_HOST && !isHost(variables.SMTP_HOST)) {
    throw new StackError(`SMTP_HOST takes a host, not "${variables.SMTP_HOST}".`);
  }
  try {
    return readMailServer((name) => variables[name]);
  } catch (error) {
    throw new StackError((error as Error).message);
  }
}

/** The hosts that the edge functions may reach, as Deno takes them; `*` for all. */
export function reachedHosts({
  mailServer,
  pushHosts,
  webhookHosts,
}: ServeSettings): readonly string[] {
  const mail = mailServer ? [mailServer.host] : [];
  const hosts = [
    ...mail,
    ...KNOWN_PUSH_HOSTS,
    ...pushHosts,
    ...KNOWN_WEBHOOK_HOSTS,
    ...webhookHosts,
  ];
  return hosts.map((host) => (isIP(host) === 6 ? `[${host}]` : host));
}

const isHost = (text: string) => isIP(text) > 0 || /^[a-z0-9_.-]+$/i.test(text);

/** @throws StackError for an invalid host, with which Deno wouldn't start */
function hostsIn(name: string, variables: Variables, besides?: string): readonly string[] {
  const hosts = (variables[name] ?? "").split(/[\s,]+/).filter(Boolean);
  const odd = hosts.find((host) => !isHost(host) && host !== besides);
  if (!odd) return hosts;
  throw new StackError(`${name} takes hosts, such as push.example, not "${odd}".`);
}

const isAddress = (text: string): boolean => {
  if (text === "") return false;
  if (isIP(text) === 0)
    throw new StackError(`TRUST_PROXY takes addresses of proxies, not "${text}".`);
  return true;
};
