import { existsSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { StackError } from "embedded-supabase";
import { compilePrograms } from "embedded-supabase/tools";
import { rootFolder } from "../project.ts";
import { makeSecrets } from "./secrets.ts";

/** What a server reads of its environment. */
const VARIABLES = [
  ...["PUBLIC_URL", "ALLOW_HTTP", "SIGN_UP", "TRUST_PROXY", "PUSH_HOSTS", "NODE_EXTRA_CA_CERTS"],
  ...["SMTP_HOST", "SMTP_PORT", "SMTP_FROM", "SMTP_USER", "SMTP_PASS"],
];

/** A value within quotes, as systemd.exec(5) reads it. */
const quoted = (text: string) => `"${text.replace(/["\\$`]/g, "\\$&")}"`;

/** A path as systemd.unit(5) reads it. */
const unitPath = (path: string) => `"${path.replace(/["\\]/g, "\\$&").replaceAll("%", "%%")}"`;

interface UnitChoice {
  readonly folder: string;
  readonly listen: string;
  /** whom it runs as */
  readonly user: string;
}

/**
 * A systemd unit that runs the server as a user of its own, who may write nothing but its data. A system's user has
 * no home, which some programs need. glibc would keep memory that a start frees.
 */
export function serviceUnit({ folder, listen, user }: UnitChoice): string {
  const command = [process.execPath, join(rootFolder, "cli/bootstrap.mjs")].map(unitPath);
  return `[Unit]
Description=Rota
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=600
StartLimitBurst=10

[Service]
User=${user}
WorkingDirectory=${rootFolder.replaceAll("%", "%%")}
Environment=${unitPath(`HOME=${folder}`)} MALLOC_TRIM_THRESHOLD_=131072
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

[Install]
WantedBy=multi-user.target
`;
}

const variablesIn = (folder: string) => join(folder, "environment");

/** Whether a service has its variables already. */
export const hasVariables = (folder: string): boolean => existsSync(variablesIn(folder));

/**
 * Makes the data folder, and what the server runs, which it may not make itself; writes the unit and the variables
 * that it starts with into the folder; without PUBLIC_URL those that are there stay.
 * @returns the command that starts it
 * @throws StackError when the checkout is the administrator's, whose rights a server must not have
 */
export async function installService(
  folder: string,
  listen: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { uid } = statSync(rootFolder);
  if (uid === 0) {
    throw new StackError(
      `${rootFolder} belongs to root: give it to a user of its own, as in useradd --system rota && chown -R rota ${rootFolder}, and run this as that user.`,
    );
  }
  const { uid: own, username } = userInfo();
  if (own !== uid) {
    throw new StackError(`${rootFolder} belongs to another user: run this as that one.`);
  }
  makeSecrets(folder);
  await compilePrograms();
  const lines = VARIABLES.flatMap((name) => {
    const value = variables[name];
    return value ? [`${name}=${quoted(value)}`] : [];
  });
  if (variables.PUBLIC_URL) {
    writeFileSync(variablesIn(folder), `${lines.join("\n")}\n`, { mode: 0o600 });
  }
  const unit = join(folder, "rota.service");
  writeFileSync(unit, serviceUnit({ folder, listen, user: username }));
  // A unit that is there already is read anew.
  return `sudo systemctl enable "${unit}" && sudo systemctl daemon-reload && sudo systemctl restart rota`;
}
