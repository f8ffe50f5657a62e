import {
  type AccessContext,
  type Authorizer,
  type Extension,
  type Permissions,
  unauthorized,
} from "./authorization.ts";
import { Rejection } from "./rejection.ts";
import type { Claims, VerifyToken } from "./tokens.ts";

/** The caller and channel: the parts that never change while a channel lives. */
export interface AccessScope {
  /** The channel's name without `realtime:`. */
  readonly name: string;
  readonly isPrivate: boolean;
  /** Whether the join asked for presence, so that its permission is checked with it. */
  readonly presenceEnabled: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A channel's token and what it allows. On a public channel everything is allowed and only the
 * token is checked; on a private one the policies on realtime.messages decide.
 */
export class ChannelAccess {
  readonly #authorizer: Authorizer;
  readonly #verifyToken: VerifyToken;
  readonly #scope: AccessScope;
  #token: string;
  #claims: Claims;
  #readable: Permissions = {};
  /** The write permissions of the token; null until the first write. */
  #writable: Permissions | null = null;

  /** Throws a Rejection if `token` is not valid. */
  constructor(
    services: { authorizer: Authorizer; verifyToken: VerifyToken },
    scope: AccessScope,
    token: string,
  ) {
    this.#authorizer = services.authorizer;
    this.#verifyToken = services.verifyToken;
    this.#scope = scope;
    this.#token = token;
    this.#claims = services.verifyToken(token);
  }

  /** The token's expiry in milliseconds since 1970. */
  get expiresAt(): number {
    return this.#claims.exp * 1000;
  }

  mayRead(extension: Extension): boolean {
    return !this.#scope.isPrivate || this.#readable[extension] === true;
  }

  /** Throws a Rejection if the caller may not read the topic. */
  async authorize(): Promise<void> {
    this.#readable = await this.#readPermissions(this.#claims);
  }

  /** Throws a Rejection if the token is no longer valid. */
  checkToken(): void {
    this.#claims = this.#verifyToken(this.#token);
  }

  /**
   * Replaces the token; false if it is the same. Throws a Rejection, and changes nothing, if it is not valid or
   * may read less than the old one.
   */
  async refresh(token: string): Promise<boolean> {
    if (token === this.#token) return false;
    const claims = this.#verifyToken(token);
    const readable = await this.#readPermissions(claims);
    for (const extension of ["broadcast", "presence"] as const) {
      if (this.#readable[extension] === true && readable[extension] === false) {
        const message = `You no longer have permission to read from this Channel topic: ${this.#scope.name}`;
        throw new Rejection("Unauthorized", message);
      }
    }
    this.#token = token;
    this.#claims = claims;
    this.#readable = readable;
    this.#writable = null;
    return true;
  }

  /** Asks once per token; a failed check counts as no and is repeated next time. */
  async mayWrite(extension: Extension): Promise<boolean> {
    if (!this.#scope.isPrivate) return true;
    try {
      this.#writable ??= await this.#authorizer.writable(this.#context(this.#claims), [
        "broadcast",
        "presence",
      ]);
    } catch {
      return false;
    }
    return this.#writable[extension] === true;
  }

  /** Tracking enables presence, so a join that didn't enable it has its read check here. */
  async mayTrack(): Promise<boolean> {
    if (this.#scope.isPrivate && this.#readable.presence === undefined) {
      try {
        const context = this.#context(this.#claims);
        const { presence } = await this.#authorizer.readable(context, ["presence"]);
        this.#readable = { ...this.#readable, presence: presence === true };
      } catch {
        return false;
      }
    }
    return this.mayWrite("presence");
  }

  async #readPermissions(claims: Claims): Promise<Permissions> {
    if (!this.#scope.isPrivate) return {};
    const extensions: Extension[] = this.#scope.presenceEnabled
      ? ["broadcast", "presence"]
      : ["broadcast"];
    const permissions = await this.#authorizer.readable(this.#context(claims), extensions);
    if (!permissions.broadcast && !permissions.presence) throw unauthorized(this.#scope.name);
    return permissions;
  }

  #context(claims: Claims): AccessContext {
    return { topic: this.#scope.name, claims, headers: this.#scope.headers };
  }
}
