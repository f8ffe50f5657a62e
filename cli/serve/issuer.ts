import { StackError } from "embedded-supabase";
import { type IssuerSettings, isUsableIssuer } from "embedded-supabase/tools";

export type Issuer = IssuerSettings;

type Variables = Readonly<Record<string, string | undefined>>;

const NEEDED = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/**
 * The OpenID Connect issuer of `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and `OIDC_NAME`; undefined
 * without them.
 * @throws StackError with one sentence where one is missing or can't be used
 */
export function readIssuer(variables: Variables): Issuer | undefined {
  const [url = "", clientId = "", clientSecret = ""] = NEEDED.map((name) =>
    variables[name]?.trim(),
  );
  if (!url && !clientId && !clientSecret) return undefined;
  if (!url || !clientId || !clientSecret) {
    throw new StackError(`${NEEDED.join(", ")} belong together: set all of them, or none.`);
  }
  if (!isUsableIssuer(url)) {
    throw new StackError(
      `OIDC_ISSUER must begin with https:, or be on this machine (http://localhost): "${url}" is not.`,
    );
  }
  const name = variables.OIDC_NAME?.trim() || new URL(url).hostname;
  if (name.length > 40) throw new StackError("OIDC_NAME has at most 40 characters.");
  return { url, clientId, clientSecret, name };
}

/**
 * Whether passwords open accounts: unless `PASSWORDS` is "off".
 * @throws StackError for another value, and where nothing else would open any
 */
export function takesPasswords(variables: Variables): boolean {
  const { PASSWORDS: choice = "" } = variables;
  if (!["", "on", "off"].includes(choice)) {
    throw new StackError(`PASSWORDS is "on" or "off", not "${choice}".`);
  }
  if (choice === "off" && !readIssuer(variables)) {
    throw new StackError("PASSWORDS=off needs OIDC_ISSUER: nobody could sign in.");
  }
  return choice !== "off";
}
