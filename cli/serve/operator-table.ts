import { join } from "node:path";
import type { FolderChoice } from "embedded-supabase";
import type { ServeSettings } from "./settings.ts";

/** The accounts that run a server: in its folder, so that no backup, which may be a stranger's, names any. */
export const operatorsIn = (folder: FolderChoice): string => join(folder.path, "operators.json");

const read = { method: "GET", takesPassword: false } as const;
const act = { method: "POST", takesPassword: false } as const;
/** What opens accounts, or ends them: whoever finds a browser signed in has no password. */
const guarded = { method: "POST", takesPassword: true } as const;

/** Who runs a server may ask for these, and nobody else for any. */
export const ACTS = {
  state: read,
  "test-mail": act,
  "make-backup": act,
  "verify-backup": act,
  invite: guarded,
  reset: guarded,
  close: guarded,
  "set-sign-up": guarded,
  // Links that open accounts go by it.
  "set-mail": guarded,
  "download-backup": guarded,
} as const;

export type ActName = keyof typeof ACTS;

/** A server as it runs now. */
export interface Running {
  readonly folder: FolderChoice;
  /** that it was started with */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** by those and what is kept; throws StackError for what can't be used */
  readonly readSettings: (variables: Running["environment"]) => ServeSettings;
  settings: ServeSettings;
  /** ISO 8601; it was started, or began anew with other settings */
  startedAt: string;
  readonly log: (line: string) => void;
  /** begins anew with the settings that are kept now, once the answer has left */
  beginAnew: () => void;
}

/** An answer: JSON, or a file. */
export type Answer =
  | { readonly json: object; readonly status?: number }
  | { readonly file: string };
