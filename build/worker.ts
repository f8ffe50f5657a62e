import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, Rollup } from "vite";
import { builtScript } from "./built-script.ts";

const worker = fileURLToPath(new URL("../src/worker.ts", import.meta.url));

/** What a static host reads for itself, and what only the offer to install shows. */
const NOT_KEPT = ["_headers", "_redirects", "screenshot-phone.png", "screenshot-desk.png"];

const revisionOf = (content: string | Uint8Array) =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);

const contentOf = (file: Rollup.OutputAsset | Rollup.OutputChunk) =>
  file.type === "chunk" ? file.code : file.source;

/** Made of a module that one language alone has. */
const OF_A_LANGUAGE =
  /\/src\/(?:languages\/\w+|domain\/quick-add\/(?:german|french|spanish|dutch))\.ts$/;

const isOfALanguage = (file: Rollup.OutputAsset | Rollup.OutputChunk) =>
  file.type === "chunk" && OF_A_LANGUAGE.test(file.facadeModuleId ?? "");

/** Where what reads another program's file is, when somebody moves in: once in a lifetime, and a megabyte. */
export const OF_A_MOVE = "assets/reader-";

/** Every file that a device keeps, with what stands for its content; those in assets/ have a hash of their content in their names. */
function keptFiles(bundle: Rollup.OutputBundle, publicFolder: string) {
  const built = Object.values(bundle)
    .filter((file) => !isOfALanguage(file) && !file.fileName.startsWith(OF_A_MOVE))
    .map((file) => [file.fileName, contentOf(file)] as const);
  const copied = readdirSync(publicFolder).map(
    (name) => [name, readFileSync(join(publicFolder, name))] as const,
  );
  return [...built, ...copied]
    .filter(([name]) => !NOT_KEPT.includes(name))
    .map(([name, content]) => {
      const revision = name.startsWith("assets/") ? null : revisionOf(content);
      return { url: `/${name}`, revision };
    });
}

/** Builds the service worker, with the list of the build's files in it. */
export function serviceWorker(): Plugin {
  let publicFolder = "";
  return {
    name: "rota:service-worker",
    apply: "build",
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // After the page.
      order: "post",
      async handler(_, bundle) {
        const files = keptFiles(bundle, publicFolder);
        const ofLanguages = Object.values(bundle)
          .filter(isOfALanguage)
          .map(({ fileName }) => `/${fileName}`);
        const source = await builtScript(worker, {
          APP_FILES: JSON.stringify(files),
          LANGUAGE_FILES: JSON.stringify(ofLanguages),
        });
        this.emitFile({ type: "asset", fileName: "worker.js", source });
      },
    },
  };
}
