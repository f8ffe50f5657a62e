/** Which backend a page is for: all of the app that differs from one address to another. */
export interface Backend {
  /** Address of the Supabase API, such as `http://127.0.0.1:54321`; "" where it is the page's own. */
  readonly url: string;
  readonly publishableKey: string;
  /** Whether it sends mails: a server of one's own may have no mail server. */
  readonly sendsMail: boolean;
  /** What people call the issuer whose accounts open this one's, too; absent where none does. */
  readonly issuer?: string;
  /** False where passwords open no account. */
  readonly takesPasswords?: boolean;
  /** Whether it has operators, as self-hosted servers do. */
  readonly hasOperator?: boolean;
}

/** Reads the backend that build/backend.ts wrote into the page. @throws SyntaxError without it */
export const readBackend = (): Backend =>
  seenFrom(location.origin, JSON.parse(document.getElementById("backend")?.textContent ?? ""));

/** The same backend with its address, for a page or worker of an origin. */
export const seenFrom = (origin: string, backend: Backend): Backend => ({
  ...backend,
  url: backend.url || origin,
});
