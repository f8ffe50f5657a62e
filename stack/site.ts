import type { IssuerSettings } from "./issuer-settings.ts";

/**
 * The settings of a stack that serves people on other machines: everything at one address, and only the calls
 * in use.
 */
export interface Site {
  /** The public origins, such as `https://chores.example`; the first one is used in mails. */
  readonly urls: readonly [string, ...string[]];
  /** The app's version, for `GET /health`. */
  readonly version: string;
  /** The address to listen at, for a proxy in front. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The folder of the built app: `index.html`, and `assets/` with names that change with their content. */
  readonly appFolder: string;
  /** The calls that are answered besides the app; all others get 404. */
  readonly allowed: AllowedCalls;
  /** Whose accounts people sign in with, besides passwords or in their place; undefined: nobody's. */
  readonly issuer: IssuerSettings | undefined;
  /** Whether passwords open accounts. */
  readonly takesPasswords: boolean;
  /** Whether anybody may make an account. */
  readonly isOpen: boolean;
  /**
   * A database function that tells the service role whether an `address` may make an account all the same;
   * undefined: none may.
   */
  readonly invitedCall: string | undefined;
  /**
   * A database function that lets, for the service role, the `token` of an invitation make an account with an
   * `address`; undefined: no token may. The account's data then has `let_in`.
   */
  readonly claimCall: string | undefined;
  /** A database function that tells the service role whether an `account` may sign in unconfirmed. */
  readonly letInCall: string;
  /** A folder of links that let one person each make an account. */
  readonly signUpLinks: string;
  /** Peers whose `X-Forwarded-For` is trusted, besides this machine. */
  readonly trustedProxies: readonly string[];
  readonly troubles: string;
  /** The server for mails; null: no mail is sent. */
  readonly mailServer: SiteMailServer | null;
  /** Hosts that the edge functions may reach, by name and address; a leading dot covers a whole domain. */
  readonly reaches: readonly string[];
  /** Calls for its operators alone. */
  readonly operator?: SiteOperator | undefined;
  readonly functionVariables: Readonly<Record<string, string>>;
}

export interface SiteOperator {
  /** the file of its operators' accounts */
  readonly accounts: string;
  /** the calls below `/operator/v1/`, and whether they take the caller's password */
  readonly acts: Readonly<
    Record<string, { readonly method: string; readonly takesPassword: boolean }>
  >;
  /** the edge function that closes the caller's account */
  readonly closes: string;
  /** the server that answers the calls, on this machine, and the bearer token for it */
  readonly url: string;
  readonly secret: string;
}

export interface SiteMailServer {
  readonly host: string;
  readonly port: number;
  /** whether it speaks TLS from the start */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** The calls that the app makes. */
export interface AllowedCalls {
  /** methods by path below `/auth/v1/`, in which `:id` is any id */
  readonly auth: Readonly<Record<string, readonly string[]>>;
  /** names of functions of the database */
  readonly calls: readonly string[];
  /** methods by table */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** names of edge functions */
  readonly functions: readonly string[];
}
