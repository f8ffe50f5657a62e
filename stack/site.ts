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
  /** What only who runs it may ask for; undefined: nothing. */
  readonly operator?: SiteOperator | undefined;
  /** Further variables of the edge functions. */
  readonly functionVariables: Readonly<Record<string, string>>;
}

export interface SiteOperator {
  /** a file of the accounts that run it */
  readonly accounts: string;
  /** the calls below `/operator/v1/`, and which of them take the password of who asks */
  readonly acts: Readonly<
    Record<string, { readonly method: string; readonly takesPassword: boolean }>
  >;
  /** the edge function by which people end their own accounts */
  readonly closes: string;
  /** where the calls are answered, on this machine, and what says there that they come through the door */
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
  /** methods by path below `/auth/v1/` */
  readonly auth: Readonly<Record<string, readonly string[]>>;
  /** names of functions of the database */
  readonly calls: readonly string[];
  /** methods by table */
  readonly tables: Readonly<Record<string, readonly string[]>>;
  /** names of edge functions */
  readonly functions: readonly string[];
}
