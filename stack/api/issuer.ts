import * as openid from "openid-client";
import type { IssuerSettings } from "../issuer-settings.ts";

/** Whom an issuer has signed in. */
export interface Person {
  /** The issuer and its own name for the person, which never changes. */
  readonly key: string;
  /** The address, in small letters; undefined without one. */
  readonly email: string | undefined;
  /** Whether the issuer says that the address is the person's. */
  readonly isProven: boolean;
  readonly name: string;
}

/** What has to come back with an answer of the issuer. */
export interface Question {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const PATIENCE = 5;
/** Milliseconds before an issuer that didn't answer is asked again. */
const RETRY_MS = 10_000;

/** By the header if the issuer takes it, as Authelia does alone unless told otherwise. */
function authenticate(secret: string): openid.ClientAuth {
  const byHeader = openid.ClientSecretBasic(secret);
  const inBody = openid.ClientSecretPost(secret);
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (methods.includes("client_secret_basic") ? byHeader : inBody)(server, ...request);
  };
}

/** Asks an issuer who somebody is: the authorization code flow with PKCE, state and nonce. */
export class Issuer {
  readonly #settings: IssuerSettings;
  #found: Promise<openid.Configuration> | undefined;

  readonly #patience: number;

  /** @param patience seconds for which one answer is waited for */
  constructor(settings: IssuerSettings, patience = PATIENCE) {
    this.#settings = settings;
    this.#patience = patience;
  }

  /** Its endpoints, read once; after a failure again, but not at once. */
  #configuration(): Promise<openid.Configuration> {
    this.#found ??= this.#discover();
    return this.#found;
  }

  async #discover(): Promise<openid.Configuration> {
    const { url, clientId, clientSecret } = this.#settings;
    const isLocal = new URL(url).protocol === "http:";
    try {
      return await openid.discovery(
        ...([new URL(url), clientId, clientSecret, authenticate(clientSecret)] as const),
        {
          timeout: this.#patience,
          // Signatures are checked even of tokens that come from the issuer itself.
          execute: [
            openid.enableNonRepudiationChecks,
            ...(isLocal ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (error) {
      setTimeout(() => {
        this.#found = undefined;
      }, RETRY_MS).unref();
      throw error;
    }
  }

  /**
   * Where the browser asks the issuer.
   * @param redirectUri where the issuer sends it back
   * @throws Error if the issuer doesn't answer
   */
  async ask(redirectUri: string): Promise<{ readonly url: URL; readonly question: Question }> {
    const question = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: "openid email profile",
      state: question.state,
      nonce: question.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: "S256",
    });
    return { url, question };
  }

  /**
   * The person of an answer.
   * @param answer the address that the browser came back to
   * @throws Error for an answer to another question, of another issuer, or without a valid token
   */
  async person(answer: URL, { state, nonce, verifier }: Question): Promise<Person> {
    const configuration = await this.#configuration();
    const tokens = await openid.authorizationCodeGrant(configuration, answer, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error("The issuer sent no ID token.");
    const { issuer, userinfo_endpoint } = configuration.serverMetadata();
    // Some issuers, such as Authelia, tell the address there alone.
    const isBrief = claims.email === undefined && userinfo_endpoint !== undefined;
    const about = isBrief
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims;
    const { email, email_verified: isProven, name, preferred_username: login } = about;
    return {
      key: `${issuer} ${claims.sub}`,
      email: typeof email === "string" && email.length <= 254 ? email.toLowerCase() : undefined,
      isProven: isProven === true,
      name: [name, login].find((each) => typeof each === "string")?.toString() ?? "",
    };
  }
}
