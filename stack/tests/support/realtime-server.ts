import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { openDataFolder } from "../../data-folder.ts";
import { installRealtimeSchema } from "../../realtime/schema.ts";
import { type RealtimeOptions, type RealtimeServer, startRealtime } from "../../realtime/server.ts";
import { databaseUrl, postgresService, superuser } from "../../services/postgres.ts";
import type { Service } from "../../supervisor.ts";

const POSTGRES_VERSION = 17;

export const keys = {
  jwtSecret: "a-secret-for-tests-with-at-least-32-characters",
  publishableKey: "sb_publishable_for_tests",
  secretKey: "sb_secret_for_tests",
} as const;

/** Signs a user's token; `claims` replace the defaults (an authenticated user, one hour). */
export function signToken(
  sub: string,
  claims: Record<string, unknown> = {},
  secret: string = keys.jwtSecret,
): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub, role: "authenticated", aud: "authenticated", iat: now, exp: now + 3600 };
  const body = [
    { alg: "HS256", typ: "JWT" },
    { ...payload, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/**
 * A port without a listener. It is below the system's range for outgoing connections, which could otherwise
 * take it before it is used, or while a test restarts its server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

/**
 * The parts of a project's migrations that these tests need. Runs as `postgres`, the role of migrations, so
 * that it also shows what that role may do to realtime.messages.
 */
const migration = `
  create table public.members (topic text, user_id text, primary key (topic, user_id));
  grant select on public.members to authenticated;
  create function public.caller() returns text language sql stable as
    $$ select current_setting('request.jwt.claims', true)::jsonb ->> 'sub' $$;
  create policy "own topic" on realtime.messages for select to authenticated
    using (realtime.topic() = 'user:' || public.caller());
  create policy "member topics" on realtime.messages for select to authenticated
    using (exists (select from public.members m
      where m.topic = realtime.topic() and m.user_id = public.caller()));
  create policy "rooms: read" on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%');
  create policy "open rooms: write" on realtime.messages for insert to authenticated
    with check (realtime.topic() like 'room:open:%');
  create table public.notes (id int, owner text, body text);
  grant insert on public.notes to authenticated;
  create function public.announce_note() returns trigger
    language plpgsql security definer set search_path = '' as $$
    begin
      perform realtime.send(jsonb_build_object('body', new.body), 'note', 'user:' || new.owner, true);
      return null;
    end $$;
  create trigger announce_note after insert on public.notes
    for each row execute function public.announce_note();
`;

export interface RealtimeTestBed {
  /** The address for createClient. */
  readonly url: string;
  readonly port: number;
  /** A pool as `postgres`, the role of migrations and of the functions that they create. */
  readonly db: pg.Pool;
  readonly superuserUrl: string;
  send(topic: string, event: string, payload: object, isPrivate?: boolean): Promise<void>;
  /** Closes the server gracefully; clients see 1012. */
  stopServer(): Promise<void>;
  /** Starts the server again on the same port and waits until it is healthy. */
  startServer(): Promise<void>;
  /** Waits until the server delivers messages from the database. */
  healthy(): Promise<void>;
  stopDatabase(): Promise<void>;
  /** Kills the database like a crash: SIGKILL to its first process. */
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  close(): Promise<void>;
}

async function waitUntil(check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error("waited 20 s in vain");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the server on `port` delivers messages from the database. */
export const healthyOn = (port: number): Promise<void> =>
  waitUntil(() =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );

/** The server's process, without the supervisor that would start it again. */
class DatabaseProcess {
  readonly #service: Service;
  #child: ChildProcess | undefined;

  constructor(service: Service) {
    this.#service = service;
  }

  /** Starts it. After a crash it refuses until the predecessor's last backend has ended. */
  async start(): Promise<void> {
    const { command, args, uid, gid, cwd, isReady } = this.#service;
    const user = uid === undefined || gid === undefined ? {} : { uid, gid };
    await waitUntil(async () => {
      const child = spawn(command, [...args, "-c", "fsync=off"], { ...user, cwd, stdio: "ignore" });
      const ended = once(child, "exit").then(() => false);
      const ready = waitUntil(() => isReady().catch(() => false)).then(() => true);
      this.#child = child;
      return Promise.race([ended, ready]);
    });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}

/** Starts a separate Postgres and Realtime server on free ports. */
export async function startRealtimeTestBed(
  options: Partial<RealtimeOptions> = {},
): Promise<RealtimeTestBed> {
  const folder = openDataFolder(undefined, POSTGRES_VERSION);
  const [databasePort, port] = [await freePort(), await freePort()];
  const database = new DatabaseProcess(await postgresService(folder, databasePort));
  const superuserUrl = databaseUrl(databasePort, superuser);
  const db = new pg.Pool({ connectionString: databaseUrl(databasePort, "postgres"), max: 10 });
  db.on("error", () => undefined);

  let server: RealtimeServer | undefined;
  const bed: RealtimeTestBed = {
    url: `http://127.0.0.1:${port}`,
    port,
    db,
    superuserUrl,
    send: async (topic, event, payload, isPrivate = true) => {
      await db.query("select realtime.send($1, $2, $3, $4)", [payload, event, topic, isPrivate]);
    },
    stopServer: async () => {
      await server?.close();
      server = undefined;
    },
    startServer: async () => {
      server = await startRealtime({ port, databaseUrl: superuserUrl, ...keys, ...options });
      await healthyOn(port);
    },
    healthy: () => healthyOn(port),
    stopDatabase: () => database.end("SIGINT"),
    killDatabase: () => database.end("SIGKILL"),
    startDatabase: () => database.start(),
    close: async () => {
      await bed.stopServer();
      await db.end();
      await bed.stopDatabase();
      folder.release();
    },
  };
  try {
    await database.start();
    await prepareDatabase(superuserUrl);
    await db.query(migration);
    await bed.startServer();
    return bed;
  } catch (error) {
    await bed.close();
    throw new Error(`the test bed did not start: ${String(error)}`);
  }
}

/** The state of a new project: the platform's roles and schemas, and the realtime schema. */
async function prepareDatabase(superuserUrl: string): Promise<void> {
  const platform = join(import.meta.dirname, "../../platform.sql");
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(readFileSync(platform, "utf8"));
  await installRealtimeSchema(client);
  // The server waits without end for a receiver that doesn't acknowledge.
  await client.query("alter system set wal_sender_timeout = 0");
  await client.query("select pg_reload_conf()");
  await client.end();
}

/** A separate user per test, so that none sees another's messages. */
export const newUser = (): string => randomUUID();
