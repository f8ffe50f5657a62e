import { join } from "node:path";
import type { FolderChoice } from "embedded-supabase";
import type { ServeSettings } from "./settings.ts";

/** The file of a server's operators: no backup, which may be a stranger's, can name any. */
export const operatorsIn = (folder: FolderChoice): string => join(folder.path, "operators.json");

const read = { method: "GET", takesPassword: false } as const;
const act = { method: "POST", takesPassword: false } as const;
/** Opens or closes accounts: a stolen session isn't enough. */
const guarded = { method: "POST", takesPassword: true } as const;

/** All calls of operators. */
export const ACTS = {
  state: read,
  "test-mail": act,
  "make-backup": act,
  "verify-backup": act,
  invite: guarded,
  reset: guarded,
  close: guarded,
  "set-sign-up": guarded,
  // It carries links that open accounts.
  "set-mail": guarded,
  "download-backup": guarded,
} as const;

export type ActName = keyof typeof ACTS;

export interface Running {
  readonly folder: FolderChoice;
  /** the variables of its start */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** throws StackError for invalid ones */
  readonly readSettings: (variables: Running["environment"]) => ServeSettings;
  settings: ServeSettings;
  /** ISO 8601: time of the last start or restart */
  startedAt: string;
  readonly log: (line: string) => void;
  /** restarts with the saved settings, once the answer is sent */
  restart: () => void;
}

export type Answer =
  | { readonly json: object; readonly status?: number }
  | { readonly file: string };
