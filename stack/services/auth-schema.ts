import { workerData } from "node:worker_threads";
import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";

/** A thread of its own: makes or upgrades @supabase/lite's auth schema in the database whose address it is given. */
const connection = createPostgresConnection({
  url: workerData,
  postgresOptions: { onnotice: () => {} },
});
try {
  const app = new App({
    connection,
    auth: { enabled: true },
    // The migrations' history is the Supabase CLI's.
    db: { migrations: { enabled: false } },
  });
  await app.init();
  await app.ensureSystemSchema();
} finally {
  await connection.close();
}
