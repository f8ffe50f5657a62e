import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Ports, ProjectConfig, StackKeys } from "../config.ts";
import type { Site } from "../site.ts";

/**
 * The environment of the edge functions: the platform's variables, and those of supabase/functions/.env for
 * `supabase start`. Addresses in that file are for a container; here they become this stack's:
 * `host.docker.internal` is 127.0.0.1, and `site_url` and `smtp_port` are the real places of the app and the
 * mailbox.
 */
export function functionVariables(
  projectFolder: string,
  config: ProjectConfig,
  ports: Ports,
  keys: StackKeys,
  site?: Site,
): Record<string, string> {
  const file = join(projectFolder, "supabase/functions/.env");
  // That file is for development.
  const own = !site && existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const here = (value: string) =>
    value === String(config.local_smtp.smtp_port)
      ? String(ports.smtp)
      : value
          .replace(config.auth.site_url, `http://127.0.0.1:${ports.app}`)
          .replace("host.docker.internal", "127.0.0.1");
  return {
    ...Object.fromEntries(Object.entries(own).map(([name, value = ""]) => [name, here(value)])),
    ...site?.functionVariables,
    SUPABASE_URL: `http://127.0.0.1:${ports.api}`,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
  };
}
