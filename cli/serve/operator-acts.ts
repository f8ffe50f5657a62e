import { basename, join } from "node:path";
import { type FolderChoice, StackError } from "embedded-supabase";
import { sendMail } from "embedded-supabase/tools";
import * as v from "valibot";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { mailLayout } from "../../supabase/functions/_shared/mail-layout.ts";
import { packageVersion, serveCommand } from "../project.ts";
import { lastVerified, listBackups, makeAskedBackup, noteVerified, verify } from "./backups.ts";
import { backupsIn } from "./kept-backups.ts";
import { isFixed, keep, requireMailHost } from "./kept-settings.ts";
import type { ActName, Answer, Running } from "./operator-table.ts";
import {
  addressOf,
  closeAccount,
  invite,
  readPeople,
  resetPassword,
  signUpLink,
} from "./people.ts";
import { openedFolder } from "./secrets.ts";
import { SIGN_UP } from "./settings.ts";
import { readStatus } from "./status.ts";

/** One line, without control characters. */
const line = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(/^\P{Cc}*$/u));
const account = v.strictObject({ account: line });
const file = v.strictObject({ name: line });

type Work = (asker: string, running: Running) => Promise<Answer>;

/** Defines an act by its input and its work. @param run throws StackError to refuse, with a sentence for the person */
const acting =
  <Schema extends v.GenericSchema>(
    takes: Schema,
    run: (input: v.InferOutput<Schema>, running: Running, asker: string) => Promise<Answer>,
  ) =>
  (input: unknown): Work | undefined => {
    const { success, output } = v.safeParse(takes, input);
    return success ? (asker, running) => run(output, running, asker) : undefined;
  };

let isBusy = false;

/** Runs one at a time what takes a database of its own or restarts the server. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (isBusy) throw new StackError("Something else is under way: try again when it is done.");
  isBusy = true;
  try {
    return await work();
  } finally {
    isBusy = false;
  }
}

const urlOf = ({ settings }: Running) => settings.publicUrls[0];

/** The path of a listed backup. @throws StackError for any other name */
function backupCalled(name: string, folder: FolderChoice): string {
  if (!listBackups(folder).some((each) => each.name === name)) {
    throw new StackError("This backup is no longer there.");
  }
  return join(backupsIn(folder.path), name);
}

/** Sends a mail. Resolves to the reason if that fails, else null. */
async function mail(
  { settings: { mailServer } }: Running,
  to: string,
  subject: string,
  content: Omit<Parameters<typeof mailLayout>[0], "preheader" | "heading" | "footer">,
): Promise<string | null> {
  if (!mailServer) throw new StackError("No mail server is set.");
  await requireMailHost(mailServer.host);
  const words = { preheader: subject, heading: subject, footer: [{ text: "Sent by Rota." }] };
  try {
    await sendMail(mailServer, {
      to,
      subject,
      ...mailLayout({ ...words, ...content }, US_ENGLISH),
    });
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The answer of a server of another kind is not shown.
    return code === "EPROTOCOL" ? "it does not speak SMTP" : message;
  }
}

const mailInput = v.strictObject({
  /** "" to send no mail */
  host: line,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  from: line,
  user: line,
  /** null to keep it, for the same server and user */
  pass: v.nullable(v.pipe(v.string(), v.maxLength(1_000), v.regex(/^\P{Cc}*$/u))),
});

function mailVariables(
  { host, port, from, user, pass }: v.InferOutput<typeof mailInput>,
  { settings: { mailServer } }: Running,
): Record<string, string> {
  if (host === "") return {};
  if (from === "") throw new StackError("Enter the sender.");
  const isSame =
    mailServer?.host === host && mailServer.port === port && mailServer.login?.user === user;
  if (user !== "" && pass === null && !isSame) {
    throw new StackError("Enter the password that belongs to this server and user.");
  }
  const SMTP_PASS = pass ?? (isSame ? mailServer.login?.pass : "") ?? "";
  return { SMTP_HOST: host, SMTP_PORT: String(port), SMTP_FROM: from, SMTP_USER: user, SMTP_PASS };
}

function change(kind: "signUp" | "mail", values: Record<string, string>, running: Running): Answer {
  const { folder, environment, readSettings } = running;
  keep(folder, kind, values, environment, readSettings);
  running.restart();
  return { json: {} };
}

const RUNS: Readonly<Record<ActName, (input: unknown) => Work | undefined>> = {
  state: acting(v.object({}), async (_, running) => ({ json: await stateOf(running) })),
  invite: acting(
    v.strictObject({ address: line, isMailed: v.boolean() }),
    async ({ address, isMailed }, running) => {
      const { folder, log } = running;
      if (address === "" && isMailed) throw new StackError("Enter the address to mail it to.");
      const link =
        address === ""
          ? signUpLink(folder, urlOf(running))
          : await invite(address, folder, urlOf(running), log);
      const blocks = [
        {
          kind: "paragraph",
          text: "The link makes your account, once, within seven days.",
        } as const,
        { kind: "button", label: "Make an account", url: link } as const,
      ];
      const unsent = isMailed
        ? await mail(running, address, "You are invited to Rota", { blocks })
        : null;
      return { json: { link, unsent } };
    },
  ),
  reset: acting(account, async (input, running) => {
    const { folder, log } = running;
    const link = await resetPassword(input.account, folder, urlOf(running), log);
    return { json: { link } };
  }),
  close: acting(account, async (input, { folder, log }) => {
    await closeAccount(input.account, folder, log);
    return { json: {} };
  }),
  "set-sign-up": acting(v.strictObject({ choice: v.picklist(SIGN_UP) }), ({ choice }, running) =>
    alone(async () => change("signUp", { SIGN_UP: choice }, running)),
  ),
  "set-mail": acting(mailInput, (input, running) =>
    alone(async () => {
      if (input.host !== "") await requireMailHost(input.host);
      return change("mail", mailVariables(input, running), running);
    }),
  ),
  "test-mail": acting(v.strictObject({}), async (_, running, asker) => {
    const to = await addressOf(asker, running.folder, running.log);
    const text = "Rota's mails arrive: this one came by the same way.";
    const unsent = await mail(running, to, "A test from Rota", {
      blocks: [{ kind: "paragraph", text }],
    });
    return { json: { to, unsent } };
  }),
  "make-backup": acting(v.strictObject({}), (_, { folder, log }) =>
    alone(async () => {
      const made = await makeAskedBackup(openedFolder(folder), log);
      return { json: { name: basename(made) } };
    }),
  ),
  "verify-backup": acting(file, ({ name }, { folder, log }) =>
    alone(async () => {
      await verify(backupCalled(name, folder), folder, log, "asked");
      noteVerified(folder, name);
      return { json: {} };
    }),
  ),
  "download-backup": acting(file, async ({ name }, { folder }) => ({
    file: backupCalled(name, folder),
  })),
};

async function stateOf({ folder, settings, environment, startedAt, log }: Running) {
  const { mailServer: server, signUp, publicUrls } = settings;
  const { down, troubles } = await readStatus(folder);
  const verified = lastVerified(folder);
  return {
    ...{ version: packageVersion(), startedAt, addresses: publicUrls, down, troubles },
    signUp: { choice: signUp, isFixed: isFixed("signUp", environment) },
    mail: {
      isFixed: isFixed("mail", environment),
      server: server && {
        ...{ host: server.host, port: server.port },
        from: `${server.from.name} <${server.from.address}>`,
        user: server.login?.user ?? "",
        hasPassword: Boolean(server.login?.pass),
      },
    },
    people: await readPeople(folder, log),
    backups: listBackups(folder).map((backup) => ({
      ...backup,
      isVerified: backup.name === verified?.file,
    })),
    restoring: serveCommand(`restore ${join(backupsIn(folder.path), "NAME")}`, "--replace"),
  };
}

const refused = (code: string, message: string, status = 422): Answer => ({
  ...{ status, json: { error: { code, message } } },
});

/** @param asker the id of the operator's account */
export async function run(
  name: ActName,
  input: unknown,
  asker: string,
  running: Running,
): Promise<Answer> {
  const work = RUNS[name](input);
  if (!work) return refused("VALIDATION_FAILED", "This can't be used.");
  try {
    return await work(asker, running);
  } catch (error) {
    if (error instanceof StackError) return refused("REFUSED", error.message);
    running.log(`operator: ${name} failed (${(error as Error).message})`);
    return refused("INTERNAL", "This failed: the server's log says why.", 500);
  }
}
