/** Variables that any program needs: paths and user. */
const KEPT = new Set([
  ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TMP", "TEMP"],
  // Own certificate authorities, such as a mail server's at home.
  "NODE_EXTRA_CA_CERTS",
  // Windows
  ...["SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "USERNAME", "USERPROFILE"],
  ...["APPDATA", "LOCALAPPDATA", "PROGRAMDATA"],
]);

/**
 * The environment of every program of the stack. Nothing else is inherited: a proxy, or a setting
 * of libpq, Node or Deno, would change how the parts reach each other.
 */
export function serviceEnvironment(own: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.has(name.toUpperCase()));
  return Object.fromEntries([...kept, ...Object.entries(own)]) as Record<string, string>;
}

/**
 * The same for this process: database clients would take defaults from `PG…`, and the caller's NODE_ENV would
 * make Vite mix development and production React.
 */
export function forgetCallersSettings(): void {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith("PG") || name === "NODE_ENV") delete process.env[name];
  }
}
