import { lookup } from "node:dns/promises";
import { existsSync, readFileSync } from "node:fs";
import { BlockList } from "node:net";
import { join } from "node:path";
import { type FolderChoice, StackError } from "embedded-supabase";
import { writeWhole } from "embedded-supabase/tools";
import * as v from "valibot";

/** Settings that operators can change in the browser, and their variables. */
const VARIABLES = {
  signUp: ["SIGN_UP"],
  mail: ["SMTP_HOST", "SMTP_FROM", "SMTP_PORT", "SMTP_USER", "SMTP_PASS"],
} as const;

type Kind = keyof typeof VARIABLES;
type Variables = Readonly<Record<string, string | undefined>>;

const KINDS = ["signUp", "mail"] as const satisfies Kind[];

const schema = v.record(v.string(), v.string());
const fileIn = (folder: FolderChoice) => join(folder.path, "settings.json");

/** @throws StackError for a damaged file: mails would silently stop otherwise */
function readKept(folder: FolderChoice): Record<string, string> {
  const file = fileIn(folder);
  if (!existsSync(file)) return {};
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new StackError(`${file} is damaged: remove it, and set in the browser what was in it.`);
  }
}

/** Whether the environment sets it, which takes precedence. */
export const isFixed = (kind: Kind, environment: Variables): boolean =>
  VARIABLES[kind].some((name) => environment[name]);

/** The environment, completed with the settings from the browser. */
export function withKept(folder: FolderChoice, environment: Variables): Variables {
  const kept: Variables = readKept(folder);
  const all = { ...environment };
  for (const kind of KINDS.filter((each) => !isFixed(each, environment))) {
    for (const name of VARIABLES[kind]) all[name] = kept[name];
  }
  return all;
}

/**
 * Saves settings from the browser.
 * @param check throws for invalid ones, given all variables
 * @throws StackError if the environment sets them
 */
export function keep(
  folder: FolderChoice,
  kind: Kind,
  values: Record<string, string>,
  environment: Variables,
  check: (variables: Variables) => unknown,
): void {
  if (isFixed(kind, environment)) {
    const [name] = VARIABLES[kind];
    throw new StackError(`${name} is set where the server is started: change it there.`);
  }
  const names: readonly string[] = VARIABLES[kind];
  const others = Object.entries(readKept(folder)).filter(([name]) => !names.includes(name));
  check({ ...withKept(folder, environment), ...unset(names), ...values });
  writeWhole(fileIn(folder), JSON.stringify({ ...Object.fromEntries(others), ...values }));
}

const unset = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Includes the metadata services of cloud providers. */
const LINK_LOCAL = new BlockList();
LINK_LOCAL.addSubnet("169.254.0.0", 16);
LINK_LOCAL.addSubnet("fe80::", 10, "ipv6");
LINK_LOCAL.addAddress("fd00:ec2::254", "ipv6");

/**
 * Checks the host of a mail server. Private addresses are fine.
 * @throws StackError if it can't be resolved, or is link-local
 */
export async function requireMailHost(host: string): Promise<void> {
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.length === 0) throw new StackError(`The mail server "${host}" is not found from here.`);
  if (found.some(({ address, family }) => LINK_LOCAL.check(address, `ipv${family as 4 | 6}`))) {
    throw new StackError(`"${host}" is a link-local address: no mail server is there.`);
  }
}
