import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { findPortBase } from "../../stack/ports.ts";
import { withClient } from "../../stack/services/platform.ts";
import { eventually } from "./eventually.ts";
import { addressesOf, type ServeProcess, signUpBy, startServe } from "./serve-process.ts";
import { type SmtpStandIn, startSmtpStandIn } from "./smtp-stand-in.ts";

export const PASSWORD = "rota-secret-1";
const OTHER = "rota-secret-2";

export const newAddress = (name: string) => `${name.toLowerCase()}-${randomUUID()}@example.com`;

interface Account {
  readonly id: string;
  readonly isConfirmed: boolean;
  readonly isMember: boolean;
}

/** The states of a link when it is followed, and of an address when it is typed. */
export const LINKS = [
  "good",
  "typed",
  "used",
  "late",
  "withdrawn",
  "steppedDown",
  "wrong",
] as const;
export const ADDRESSES = ["new", "begun", "letIn", "existing", "own", "blocked"] as const;
export type LinkState = (typeof LINKS)[number];
export type AddressState = (typeof ADDRESSES)[number];

/** A server of one's own with a household of Anna's, who invites to it by links. */
export class LinkSite {
  readonly #place = mkdtempSync(join(tmpdir(), "rota-let-in-"));
  readonly #folder = join(this.#place, "data");
  readonly #sendsMail: boolean;
  #port = 0;
  #server: ServeProcess | undefined;
  #mailServer: SmtpStandIn | undefined;
  #anna: SupabaseClient | undefined;
  readonly household = randomUUID();

  constructor(sendsMail: boolean) {
    this.#sendsMail = sendsMail;
  }

  get #running(): ServeProcess {
    if (!this.#server) throw new Error("it isn't started");
    return this.#server;
  }

  get anna(): SupabaseClient {
    return this.#anna ?? this.newClient();
  }

  /** The addresses to which mails went. */
  get mailed(): readonly string[] {
    return this.#mailServer?.taken ?? [];
  }

  async begin(): Promise<void> {
    this.#mailServer = await startSmtpStandIn();
    this.#port = await findPortBase(1);
    await this.#start("invited");
    // It is printed after what tells that it serves.
    const link = await eventually(() => {
      const [printed] = /http:\S+sign_up=\S+/.exec(this.#running.log()) ?? [];
      if (!printed) throw new Error("no link yet");
      return printed;
    });
    await signUpBy(link, "anna@example.com", this.#folder, this.#port);
    await this.sql("update auth.users set email_confirmed_at = now()");
    this.#anna = (await this.signIn("anna@example.com")) ?? undefined;
    await this.rpc(this.anna, "create_household", {
      ...{ id: this.household, name: "Home", others: [] },
    });
    await this.sql("update private.limits set most = 1000 where name = 'accounts_let_in_per_day'");
    await this.sql("update private.limits set most = 200 where name like 'people_of_household%'");
  }

  async #start(signUp: string): Promise<void> {
    this.#server = await startServe(this.#folder, this.#port, {
      SIGN_UP: signUp,
      ...(this.#sendsMail && {
        ...{ SMTP_HOST: "127.0.0.1", SMTP_PORT: String(this.#mailServer?.port) },
        SMTP_FROM: "rota@rota.test",
      }),
    });
  }

  async #stop(): Promise<void> {
    this.#server?.child.kill("SIGTERM");
    expect(await this.#server?.exitCode).toBe(0);
  }

  restart = async (signUp: string): Promise<void> => {
    await this.#stop();
    await this.#start(signUp);
  };

  async end(): Promise<void> {
    await this.#stop();
    this.#mailServer?.close();
    rmSync(this.#place, { recursive: true, force: true });
  }

  newClient = (): SupabaseClient =>
    createClient(this.#running.url, addressesOf(this.#running).publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });

  sql = async (text: string, values: unknown[] = []) => {
    const { dbUrl } = addressesOf(this.#running);
    return (await withClient(dbUrl, (database) => database.query(text, values))).rows;
  };

  rpc = async (as: SupabaseClient, name: string, parameters: object = {}) => {
    const { data, error } = await as.rpc(name, parameters);
    if (error) throw new Error(error.message);
    return data;
  };

  signIn = async (email: string, password = PASSWORD): Promise<SupabaseClient | null> => {
    const as = this.newClient();
    const { error } = await as.auth.signInWithPassword({ email, password });
    if (error) expect(["invalid_credentials", "user_banned"]).toContain(error.code);
    return error ? null : as;
  };

  signUp = async (email: string, token?: string, password = PASSWORD) => {
    const data = { full_name: "Somebody", ...(token && { sign_up_link: token }) };
    const headers = {
      apikey: addressesOf(this.#running).publishableKey,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ email, password, data });
    const url = `${this.#running.url}/auth/v1/signup`;
    const answer = await fetch(url, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  };

  invite = (): Promise<string> =>
    this.rpc(this.anna, "invite_to_household", { household_id: this.household, role: "member" });

  takeUp = async (as: SupabaseClient | null, token: string): Promise<boolean> =>
    (await as?.rpc("join_household", { token }))?.error === null;

  accountOf = async (email: string): Promise<Account | undefined> => {
    const rows = await this.sql(
      `select id, email_confirmed_at is not null as "isConfirmed", exists (
         select from public.household_people people
         where people.account_id = users.id and people.left_on is null and people.household_id = $2
       ) as "isMember"
       from auth.users where email = $1`,
      [email, this.household],
    );
    return rows[0];
  };

  /** An address in a state. Another password opens its account, unless it is one's own. */
  addressIn = async (state: AddressState): Promise<string> => {
    const email = newAddress(state);
    const begin = (more: string, password = OTHER) =>
      this.sql(
        `insert into auth.users (id, email, encrypted_password, email_confirmed_at, banned_until)
         select $2, $1, extensions.crypt($3, extensions.gen_salt('bf', 10)), ${more}`,
        [email, randomUUID(), password],
      );
    if (state === "begun") await begin("null, null");
    if (state === "existing") await begin("now(), null");
    if (state === "own") await begin("now(), null", PASSWORD);
    if (state === "blocked") await begin("now(), now() + interval '1 day'");
    if (state === "letIn") await this.signUp(email, await this.invite(), OTHER);
    return email;
  };

  /** A link in a state. */
  linkIn = async (state: LinkState): Promise<string> => {
    const token = state === "wrong" ? randomUUID() : await this.invite();
    const change = (text: string) =>
      this.sql(`${text} where token_hash = sha256(convert_to($1, 'UTF8'))`, [token]);
    const email = newAddress("first");
    if (state === "typed" || state === "used") await this.signUp(email, token);
    if (state === "used") expect(await this.takeUp(await this.signIn(email), token)).toBe(true);
    if (state === "late") {
      await change("update public.household_invitations set expires_at = now()");
    }
    if (state === "withdrawn") {
      const [{ id }] = await change("select id from public.household_invitations");
      await this.rpc(this.anna, "revoke_household_invitation", { id });
    }
    if (state === "steppedDown") {
      for (const role of ["member", "keeper"]) {
        const update = "update public.household_people set role = $2 where household_id = $1";
        await this.sql(update, [this.household, role]);
      }
    }
    return token;
  };
}
