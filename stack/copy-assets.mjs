/** Copies other files beside the compiled ones, for `npm run build`. */
import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";

for (const folder of [".", "api", "functions", "realtime", "services"]) {
  for (const name of readdirSync(join(import.meta.dirname, folder))) {
    const isAsset = name.endsWith(".sql") || (folder === "functions" && /\.mjs$/.test(name));
    if (isAsset) {
      cpSync(
        join(import.meta.dirname, folder, name),
        join(import.meta.dirname, "dist", folder, name),
      );
    }
  }
}
