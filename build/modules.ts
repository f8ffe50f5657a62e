import { appendFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Names a file to which a build adds the files that it has bundled, a line each. */
export const MODULES_VARIABLE = "ROTA_MODULES";

/** Says what of the sources and packages a build has taken, to who asks for it. */
export const notedModules = (): Plugin => ({
  name: "rota:modules",
  apply: "build",
  generateBundle(_, bundle) {
    const file = process.env[MODULES_VARIABLE];
    if (!file) return;
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      const taken = Object.keys(chunk.modules).filter(
        (name) => (chunk.modules[name]?.renderedLength ?? 0) > 0,
      );
      appendFileSync(file, `${taken.join("\n")}\n`);
    }
  },
});
