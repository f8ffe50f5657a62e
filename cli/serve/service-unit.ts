import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { StackError } from "embedded-supabase";
import { compilePrograms } from "embedded-supabase/tools";
import { isFetched } from "../own-command.ts";
import { isPackage, packageCommand, packageVersion, rootFolder } from "../project.ts";
import { makeSecrets } from "./secrets.ts";

const VARIABLES = [
  ...[
    "PUBLIC_URL",
    "ALLOW_HTTP",
    "SIGN_UP",
    "TRUST_PROXY",
    "PUSH_HOSTS",
    "WEBHOOK_HOSTS",
    "NODE_EXTRA_CA_CERTS",
  ],
  ...["SMTP_HOST", "SMTP_PORT", "SMTP_FROM", "SMTP_USER", "SMTP_PASS"],
  ...["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME", "PASSWORDS"],
];

/** A value within quotes, as systemd.exec(5) reads it. */
const quoted = (text: string) => `"${text.replace(/["\\$`]/g, "\\$&")}"`;

/** A path as systemd.unit(5) reads it. */
const unitPath = (path: string) => `"${path.replace(/["\\]/g, "\\$&").replaceAll("%", "%%")}"`;

interface UnitChoice {
  readonly folder: string;
  readonly listen: string;
  readonly user: string;
  readonly program: string;
}

/**
 * A systemd unit that runs the server as a separate user, who may only write its data. A system user has no
 * home, which some programs need. glibc would keep memory that a start frees.
 */
export function serviceUnit({ folder, listen, user, program }: UnitChoice): string {
  const command = [process.execPath, program].map(unitPath);
  // The command's name in messages.
  const own = isPackage ? ` ${unitPath(`ROTA_COMMAND=${packageCommand()}`)}` : "";
  return `[Unit]
Description=Rota
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=600
StartLimitBurst=10

[Service]
User=${user}
WorkingDirectory=${dirname(program).replaceAll("%", "%%")}
Environment=${unitPath(`HOME=${folder}`)} MALLOC_TRIM_THRESHOLD_=131072${own}
EnvironmentFile=${variablesIn(folder).replaceAll("%", "%%")}
ExecStart=${command.join(" ")} serve --data ${unitPath(folder)} --listen ${listen}
Restart=always
RestartSec=5
KillMode=mixed
TimeoutStartSec=infinity
TimeoutStopSec=60
MemoryMax=2G
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
ReadWritePaths=${unitPath(folder)}
ReadOnlyPaths=${unitPath(`-${programsIn(folder)}`)}

[Install]
WantedBy=multi-user.target
`;
}

const variablesIn = (folder: string) => join(folder, "environment");

export const hasVariables = (folder: string): boolean => existsSync(variablesIn(folder));

/** The folder of a service's program that npx fetched, as npx may remove its own. */
const programsIn = (folder: string) => join(folder, "program");

/** Copies the packages of a program that npx fetched; the running one may be an older version. */
function keepProgram(folder: string): string {
  const from = rootFolder.slice(0, rootFolder.lastIndexOf("/node_modules/"));
  const [programs, version] = [programsIn(folder), packageVersion()];
  const unit = join(folder, "rota.service");
  const running = existsSync(unit) ? readFileSync(unit, "utf8") : "";
  const kept = join(programs, version);
  if (!existsSync(kept)) {
    const unfinished = join(programs, "unfinished");
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
    // So that npx no longer manages it.
    rmSync(join(unfinished, "package.json"));
    renameSync(unfinished, kept);
  }
  for (const name of readdirSync(programs)) {
    const isNeeded = name === version || running.includes(join(programs, name));
    if (!isNeeded) rmSync(join(programs, name), { recursive: true });
  }
  return join(kept, rootFolder.slice(from.length), "rota.mjs");
}

/** @throws StackError for root, whose rights a server must not have, and for somebody else's checkout */
function requireOwner(): void {
  const { uid } = statSync(rootFolder);
  const { uid: own } = userInfo();
  if (isPackage && own === 0) {
    throw new StackError(
      `a server must not have the administrator's rights: make a user for it, as in useradd --system --create-home rota, and run this as that one.`,
    );
  }
  if (isPackage) return;
  if (uid === 0) {
    throw new StackError(
      `${rootFolder} belongs to root: give it to a user of its own, as in useradd --system rota && chown -R rota ${rootFolder}, and run this as that user.`,
    );
  }
  if (own !== uid) {
    throw new StackError(`${rootFolder} belongs to another user: run this as that one.`);
  }
}

/** The path of a service's program, in a place that lasts. */
function lastingProgram(folder: string): string {
  if (!isPackage) return join(rootFolder, "cli/bootstrap.mjs");
  return isFetched(rootFolder) ? keepProgram(folder) : join(rootFolder, "rota.mjs");
}

/**
 * Makes the data folder and the server's files, which it may not make itself, and writes the unit and its
 * variables into the folder; without PUBLIC_URL existing variables stay.
 * @returns the command that starts it
 * @throws StackError for root, whose rights a server must not have
 */
export async function installService(
  folder: string,
  listen: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  requireOwner();
  const { username } = userInfo();
  makeSecrets(folder);
  await compilePrograms();
  const program = lastingProgram(folder);
  const lines = VARIABLES.flatMap((name) => {
    const value = variables[name];
    return value ? [`${name}=${quoted(value)}`] : [];
  });
  if (variables.PUBLIC_URL) {
    writeFileSync(variablesIn(folder), `${lines.join("\n")}\n`, { mode: 0o600 });
  }
  const unit = join(folder, "rota.service");
  writeFileSync(unit, serviceUnit({ folder, listen, user: username, program }));
  // Restarting reads an existing unit anew.
  return `sudo systemctl enable "${unit}" && sudo systemctl daemon-reload && sudo systemctl restart rota`;
}
