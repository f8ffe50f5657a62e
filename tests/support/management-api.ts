import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { authConfigFields } from "./auth-config-fields.ts";

/** Settings of a project's Auth, under the Management API's names. */
type AuthConfig = Record<string, unknown>;

interface ApiKey {
  readonly type: "publishable" | "secret";
  readonly name: string;
  readonly value: string;
}

/** A stand-in for Supabase's Management API with one project, with the requests of a deployment. */
export interface ManagementApi {
  readonly url: string;
  /** `METHOD path` of every request, in order */
  readonly requests: string[];
  readonly auth: AuthConfig;
  /** names of Auth settings that never change, whatever is requested */
  readonly stuck: Set<string>;
  /** the body of each change of the Auth settings */
  readonly authChanges: AuthConfig[];
  readonly secrets: Record<string, string>;
  /** in the order of their list */
  readonly keys: ApiKey[];
  /** by name, the uploaded files of each edge function */
  readonly functions: Record<string, string[]>;
  close(): Promise<void>;
}

export const ACCESS_TOKEN = `sbp_${"0".repeat(40)}`;
export const SECRET_KEY = "sb_secret_of_the_hosted_project";
export const PUBLISHABLE_KEY = "sb_publishable_of_the_hosted_project";

/** A new project's settings that matter here, and those that the CLI requires to be set. */
const newAuthConfig: AuthConfig = {
  custom_oauth_enabled: false,
  custom_oauth_max_providers: 3,
  site_url: "http://localhost:3000",
  uri_allow_list: "",
  disable_signup: false,
  external_anonymous_users_enabled: false,
  external_email_enabled: true,
  mailer_autoconfirm: true,
  mailer_otp_exp: 3600,
  mfa_phone_otp_length: 6,
  oauth_server_allow_dynamic_registration: false,
  oauth_server_enabled: false,
  passkey_enabled: false,
  password_min_length: 6,
  rate_limit_email_sent: 2,
  sms_otp_length: 6,
};

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const withoutNulls = (config: AuthConfig) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));

function projectDescription(ref: string) {
  return {
    ...{ id: ref, ref, name: "Rota", organization_id: "home", organization_slug: "home" },
    ...{ region: "eu-central-1", status: "ACTIVE_HEALTHY", created_at: "2026-01-01T00:00:00Z" },
    database: {
      ...{ host: `db.${ref}.supabase.co`, version: "17.6.1.111" },
      ...{ postgres_engine: "17", release_channel: "ga" },
    },
  };
}

const apiKeys = (keys: readonly ApiKey[], query: URLSearchParams) =>
  keys.map(({ type, name, value }) => ({
    ...{ id: `${type} ${name}`, type, name, description: null },
    api_key: type === "secret" && query.get("reveal") !== "true" ? "sb_secret_···" : value,
  }));

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** The rows of the last statement, run as `postgres`. @throws Refusal in the platform's words */
async function runSql(databaseUrl: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const results = [await client.query(text)].flat();
    return results.at(-1)?.rows ?? [];
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    throw new Refusal(`Failed to run sql query: ERROR:  ${code}: ${message}`);
  } finally {
    await client.end();
  }
}

/** Answered with 400. */
class Refusal extends Error {}

/**
 * Starts it on a free port. Refuses requests without ACCESS_TOKEN, and answers unknown ones with 404.
 * @param databaseUrl the database for queries
 */
export async function startManagementApi(
  projectRef: string,
  databaseUrl: string,
): Promise<ManagementApi> {
  const state = {
    requests: [] as string[],
    auth: {
      ...Object.fromEntries(authConfigFields.map((name) => [name, null])),
      ...newAuthConfig,
    } as AuthConfig,
    stuck: new Set<string>(),
    authChanges: [] as AuthConfig[],
    secrets: {} as Record<string, string>,
    keys: [
      { type: "publishable", name: "default", value: PUBLISHABLE_KEY },
      { type: "secret", name: "default", value: SECRET_KEY },
    ] as ApiKey[],
    functions: {} as Record<string, string[]>,
  };
  const project = `/v1/projects/${projectRef}`;
  type Answer = (body: string, query: URLSearchParams) => unknown;
  const answers: Record<string, Answer> = {
    [`GET ${project}`]: () => projectDescription(projectRef),
    [`GET ${project}/api-keys`]: (_, query) => apiKeys(state.keys, query),
    [`GET ${project}/billing/addons`]: () => ({ selected_addons: [], available_addons: [] }),
    [`GET ${project}/config/database/pooler`]: () => [],
    [`GET /v2/projects/${projectRef}/config`]: () => ({
      data: {
        ...{ id: projectRef, type: "project_config" },
        attributes: { auth: withoutNulls(state.auth) },
      },
    }),
    [`PATCH ${project}/config/auth`]: (body) => {
      const changes = JSON.parse(body) as AuthConfig;
      state.authChanges.push(changes);
      const taken = Object.entries(changes).filter(([name]) => !state.stuck.has(name));
      return Object.assign(state.auth, Object.fromEntries(taken));
    },
    [`POST ${project}/database/query`]: (body) =>
      runSql(databaseUrl, (JSON.parse(body) as { query: string }).query),
    [`GET ${project}/secrets`]: () =>
      Object.entries(state.secrets).map(([name, value]) => ({ name, value: digest(value) })),
    [`POST ${project}/secrets`]: (body) => {
      for (const { name, value } of JSON.parse(body) as { name: string; value: string }[]) {
        state.secrets[name] = value;
      }
      return null;
    },
    [`POST ${project}/functions/deploy`]: (body, query) => {
      const slug = query.get("slug") ?? "";
      const files = [...body.matchAll(/name="file"; filename="([^"]+)"/g)];
      state.functions[slug] = files.map(([, name = ""]) => name);
      return { id: slug, slug, name: slug, version: 1, status: "ACTIVE", created_at: 1 };
    },
    [`GET ${project}/functions`]: () => [],
    [`PUT ${project}/functions`]: (body) => ({ functions: JSON.parse(body) }),
  };

  const server = createServer(async (request, response) => {
    const body = await read(request);
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const name = `${request.method} ${pathname}`;
    state.requests.push(name);
    const answer = answers[name];
    const authorised = request.headers.authorization === `Bearer ${ACCESS_TOKEN}`;
    const reply = (status: number, json: unknown) =>
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    if (!authorised) return reply(401, { message: "Unauthorized" });
    if (!answer) return reply(404, { message: "Not Found" });
    try {
      reply(request.method === "POST" ? 201 : 200, await answer(body, searchParams));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply(400, { message: error.message });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
