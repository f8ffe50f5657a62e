import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rootFolder } from "../../cli/project.ts";

/** The parts of the repository that a deployment needs. */
const parts = [
  ...["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "index.html"],
  ...["public", "src", "build", "cli", "stack", "deploy", "supabase"],
];

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A temporary copy of the repository, so that linking and building don't change this one. */
export interface Checkout {
  readonly folder: string;
  /** Runs `npm run deploy` with only these variables and the system's. */
  deploy(args: string[], variables: Record<string, string>): Promise<Outcome>;
  /** Replaces its app by an empty one, which builds quickly. */
  emptyApp(): void;
  /** The Supabase CLI's command lines since the last call. */
  takeCommands(): string[];
  remove(): void;
}

/** The stand-ins that a deployment uses. */
interface StandIns {
  /** for `supabase db push` */
  readonly databaseUrl: string;
  /** the Management API */
  readonly apiUrl: string;
  /** the project's address, and the stand-in for it */
  readonly projectAddress: string;
  readonly projectUrl: string;
}

export function makeCheckout(standIns: StandIns): Checkout {
  const { databaseUrl, apiUrl, projectAddress, projectUrl } = standIns;
  const folder = mkdtempSync(join(tmpdir(), "rota-checkout-"));
  for (const part of parts) {
    const filter = (path: string) => !path.includes("supabase/.temp");
    cpSync(join(rootFolder, part), join(folder, part), { recursive: true, filter });
  }
  symlinkSync(join(rootFolder, "node_modules"), join(folder, "node_modules"));
  const profile = join(folder, "profile.yaml");
  const log = join(folder, "commands.log");
  writeFileSync(log, "");
  writeFileSync(
    profile,
    `name: stand-in\napi_url: ${apiUrl}\ndashboard_url: ${apiUrl}\nproject_host: supabase.example\n`,
  );
  const env = {
    PATH: process.env.PATH,
    // The tester's own CLI login must neither help nor be touched.
    HOME: folder,
    SUPABASE_PROFILE: profile,
    SUPABASE_NO_KEYRING: "1",
    SUPABASE_CLI_BINARY_OVERRIDE: join(import.meta.dirname, "recording-cli.mjs"),
    ROTA_TEST_CLI: join(rootFolder, "node_modules/supabase/dist/supabase.js"),
    ROTA_TEST_CLI_LOG: log,
    ROTA_TEST_DATABASE_URL: databaseUrl,
    ROTA_TEST_PROJECT_ADDRESS: projectAddress,
    ROTA_TEST_PROJECT_URL: projectUrl,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "to-stand-in.mjs"))}`,
  };
  return {
    folder,
    deploy: (args, variables) => {
      const bootstrap = join(folder, "cli/bootstrap.mjs");
      const child = spawn(process.execPath, [bootstrap, "deploy", ...args], {
        cwd: folder,
        env: { ...env, ...variables },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const output = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk: Buffer) => {
        output.stdout += chunk.toString();
      });
      child.stderr.on("data", (chunk: Buffer) => {
        output.stderr += chunk.toString();
      });
      return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, ...output }));
      });
    },
    emptyApp: () => {
      writeFileSync(join(folder, "src/main.tsx"), "export {};\n");
      writeFileSync(join(folder, "vite.config.ts"), "export default {};\n");
    },
    takeCommands: () => {
      const commands = readFileSync(log, "utf8").trim().split("\n").filter(Boolean);
      writeFileSync(log, "");
      return commands;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
