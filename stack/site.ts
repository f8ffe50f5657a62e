/** What a stack is told that serves people elsewhere: everything on one address, and no more than is used. */
export interface Site {
  /** Where people reach it: origins, such as `https://chores.example`; the first is the one in mails. */
  readonly urls: readonly [string, ...string[]];
  /** Of what is served, for `GET /health`. */
  readonly version: string;
  /** Where it listens, for a proxy in front. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The folder of the built app: `index.html`, and `assets/` with names that change with their content. */
  readonly appFolder: string;
  /** What answers besides the app; all else is 404. */
  readonly allowed: AllowedCalls;
  /** Whether anybody may make an account. */
  readonly isOpen: boolean;
  /**
   * A function of the database that says to the service role whether an `address` may all the same; undefined:
   * none may.
   */
  readonly invitedCall: string | undefined;
  /**
   * A function of the database that lets, for the service role, the `token` of an invitation make an account of an
   * `address`; undefined: none does. The account's data then says `let_in`.
   */
  readonly claimCall: string | undefined;
  /** A function of the database that says to the service role whether an `account` signs in unconfirmed. */
  readonly letInCall: string;
  /** A folder of the links that let one person each make an account. */
  readonly signUpLinks: string;
  /** Peers whose `X-Forwarded-For` is believed, besides this machine. */
  readonly trustedProxies: readonly string[];
  /** A folder of what does not work for now. */
  readonly troubles: string;
  /** Where mails are handed in; null: none is sent. */
  readonly mailServer: SiteMailServer | null;
  /** Hosts that the edge functions may reach, by name and address; with a dot before it, all below a domain. */
  readonly reaches: readonly string[];
  /** Further variables of the edge functions. */
  readonly functionVariables: Readonly<Record<string, string>>;
}

interface SiteMailServer {
  readonly host: string;
  readonly port: number;
  /** whether it speaks TLS from the start */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** The calls that the app makes. */
export interface AllowedCalls {
  /** methods by path below `/auth/v1/` */
  readonly auth: Readonly<Record<string, readonly string[]>>;
  /** names of functions of the database */
  readonly calls: readonly string[];
  /** methods by table */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** names of edge functions */
  readonly functions: readonly string[];
}
