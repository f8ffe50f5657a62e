import { workerData } from "node:worker_threads";
import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";

/** A worker thread: makes or upgrades @supabase/lite's auth schema in the database at the given address. */
const connection = createPostgresConnection({
  url: workerData,
  postgresOptions: { onnotice: () => {} },
});
try {
  const app = new App({
    connection,
    auth: { enabled: true },
    // The history of migrations belongs to the Supabase CLI.
    db: { migrations: { enabled: false } },
  });
  await app.init();
  await app.ensureSystemSchema();
} finally {
  await connection.close();
}
