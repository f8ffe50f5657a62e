import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FolderChoice, StackError, type StackKeys } from "embedded-supabase";
import { hasData, writeWhole } from "embedded-supabase/tools";
import * as v from "valibot";
import { serveCommand } from "../project.ts";
import { newVapidKeys } from "../vapid-keys.ts";

/** The secrets of a self-hosted server, in its data folder. */
export interface Secrets extends StackKeys {
  /** signs the links in mails */
  readonly mailLinkSecret: string;
  /** sign pushes; empty if no server that sends them was started yet */
  readonly vapidKeys: string;
}

const schema = v.object({
  publishable: v.string(),
  secret: v.string(),
  jwtSecret: v.pipe(v.string(), v.minLength(32)),
  databasePassword: v.string(),
  mailLinkSecret: v.string(),
  vapidKeys: v.optional(v.string(), ""),
});

const random = () => randomBytes(32).toString("base64url");

/** The keys replaced by `rotate-keys`; the database's password and links in sent mails and pushes stay valid. */
const newKeys = () => ({
  publishable: `sb_publishable_${random()}`,
  secret: `sb_secret_${random()}`,
  jwtSecret: random(),
});

const fileIn = (folder: string) => join(folder, "secrets.json");

function write(folder: string, secrets: Secrets): Secrets {
  writeWhole(fileIn(folder), `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

export const hasSecrets = (folder: string): boolean => existsSync(fileIn(folder));

/**
 * The secrets in a data folder.
 * @throws StackError if there are none, or they can't be read
 */
export function readSecrets(folder: string): Secrets {
  const file = fileIn(folder);
  if (!existsSync(file)) {
    throw new StackError(
      `${folder} is no server's data folder: start it with "${serveCommand()}", or name another with --data.`,
    );
  }
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new StackError(
      `${file} can't be used (${(error as Error).message}): bring it back from a copy; its database opens with it alone.`,
    );
  }
}

/** A server's data folder, with its database's password. @throws StackError if it isn't one */
export const openedFolder = (folder: FolderChoice): FolderChoice => ({
  ...folder,
  password: readSecrets(folder.path).databasePassword,
});

/** The lock file of a start, in the data folder. */
export const SERVE_LOCK = "serve.pid";

/** Whether a folder is used for something else; the root of a separate disk isn't. */
const hasOtherFiles = (folder: string): boolean =>
  (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false) &&
  readdirSync(folder).some((name) => !["lost+found", SERVE_LOCK].includes(name));

/**
 * The secrets in a data folder, made with the first start.
 * @throws StackError for the data of `npm start`, whose keys are public, and for a folder with other files
 */
export function makeSecrets(folder: string): Secrets {
  if (existsSync(fileIn(folder))) return withVapidKeys(folder, readSecrets(folder));
  if (hasData(folder)) {
    throw new StackError(
      `${folder} has the data of "npm start", which opens with keys that everybody knows: name another folder with --data.`,
    );
  }
  if (hasOtherFiles(folder)) {
    throw new StackError(
      `${folder} has files that are no server's data: name an empty folder, or a new one, with --data.`,
    );
  }
  try {
    // The database's server may run as another user, who must be able to pass through.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const lasting = {
      databasePassword: random(),
      mailLinkSecret: random(),
      vapidKeys: newVapidKeys(),
    };
    return write(folder, { ...newKeys(), ...lasting });
  } catch (error) {
    throw new StackError(`the data folder ${folder} can't be used (${(error as Error).message}).`);
  }
}

const withVapidKeys = (folder: string, secrets: Secrets): Secrets =>
  secrets.vapidKeys ? secrets : write(folder, { ...secrets, vapidKeys: newVapidKeys() });

/** Makes new keys, which ends all sessions; links in mails stay valid. @throws StackError */
export function rotateKeys(folder: string): void {
  write(folder, { ...readSecrets(folder), ...newKeys() });
}
