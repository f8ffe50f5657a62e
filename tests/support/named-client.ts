import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { WebSocket } from "ws";
import type { Database } from "../../src/supabase/database.types.ts";

/** A client that reaches this machine by a name over TLS, and trusts an authority (PEM). */
export class NamedClient {
  readonly url: string;
  readonly #authority: string;

  constructor(url: string, authority: string) {
    this.url = url;
    this.#authority = authority;
  }

  /** `fetch` for an address or a path, with a new connection each time. */
  readonly fetch: typeof fetch = async (input, init) => {
    const asked = new Request(
      typeof input === "string" ? new URL(input, this.url) : input,
      init as RequestInit,
    );
    const { hostname, port, pathname, search } = new URL(asked.url);
    const sent = Buffer.from(await asked.arrayBuffer());
    return new Promise((resolve, reject) => {
      request(
        {
          ...{ host: "127.0.0.1", servername: hostname, port, path: pathname + search },
          ...{ ca: this.#authority, agent: false, method: asked.method },
          headers: { host: `${hostname}:${port}`, ...Object.fromEntries(asked.headers) },
        },
        async (answer) => {
          const { statusCode: status = 0, headers } = answer;
          const body = await buffer(answer);
          resolve(
            new Response(status === 204 ? null : body, { status, headers: headers as never }),
          );
        },
      )
        .on("error", reject)
        .end(sent);
    });
  };

  /** The app's client for a person, with the session in memory. */
  supabase(publishableKey: string): SupabaseClient<Database> {
    const ca = this.#authority;
    class NamedWebSocket extends WebSocket {
      constructor(address: string | URL, protocols?: string | string[]) {
        const lookup = (_: string, { all }: { all?: boolean }, done: CallableFunction) =>
          all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
        super(address, protocols, { ca, lookup: lookup as never });
      }
    }
    return createClient<Database>(this.url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: this.fetch },
      realtime: { transport: NamedWebSocket as never },
    });
  }
}
