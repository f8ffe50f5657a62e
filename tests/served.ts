import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPortBase } from "../stack/ports.ts";
import { stackVariables } from "./support/environment.ts";
import { addressBehind, addressesOf, startServe } from "./support/serve-process.ts";
import { startSmtpStub } from "./support/smtp-stub.ts";

const dbTest = (name: string) => `tests/db/${name}.test.ts`;

/**
 * What people may and may not, by way of the address of a server of one's own: the same as on every
 * stack, where it isn't 404.
 */
export const testsOfServer = [
  ...["callers", "consent", "consent-owner", "contacts", "delivery", "limits"].map(dbTest),
  ...["permission-matrix", "profiles", "record", "sharing", "traces"].map(dbTest),
  ...["hostile-input", "import-hostile"].map((name) => `tests/functions/${name}.test.ts`),
];

/** Works with a server on throw-away data, told the variables by which tests find it. */
export async function withServer<Result>(
  work: (variables: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "rota-served-"));
  const smtp = await startSmtpStub();
  try {
    const server = await startServe(join(folder, "data"), await findPortBase(1), {
      SIGN_UP: "open",
      SMTP_HOST: "127.0.0.1",
      SMTP_PORT: String(smtp.port),
      SMTP_FROM: "rota@example.com",
    });
    try {
      const variables = stackVariables(addressesOf(server));
      return await work({ ...variables, ROTA_BEHIND_URL: addressBehind(server) });
    } finally {
      server.child.kill("SIGTERM");
      await server.exitCode;
    }
  } finally {
    await smtp.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
