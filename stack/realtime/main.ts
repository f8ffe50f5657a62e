/** Entry of the Realtime process: configuration from the environment, log on standard error. */
import { startRealtime } from "./server.ts";

function setting(name: string): string {
  const value = process.env[name];
  if (!value) {
    process.stderr.write(`realtime: ${name} is not set\n`);
    process.exit(2);
  }
  return value;
}

const log = (line: string) => process.stderr.write(`realtime: ${line}\n`);

try {
  const server = await startRealtime({
    port: Number(setting("REALTIME_PORT")),
    databaseUrl: setting("REALTIME_DB_URL"),
    jwtSecret: setting("JWT_SECRET"),
    publishableKey: setting("PUBLISHABLE_KEY"),
    secretKey: setting("SECRET_KEY"),
    privateOnly: process.env.PRIVATE_ONLY === "yes",
    log,
  });
  log(`listening on port ${server.port}`);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log(`stopping: ${String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // The parent holds the other end, so this ends with it, however it dies.
  process.stdin.on("end", stop).on("error", stop).resume();
} catch (error) {
  log(String(error));
  process.exit(1);
}
