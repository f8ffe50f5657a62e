import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Plugin, type Rollup } from "vite";
import { inlineScript } from "./build/inline-script.ts";
import { prerenderSignIn } from "./build/prerender.ts";
import { serviceWorker } from "./build/worker.ts";
import { listForm } from "./cli/list-form.ts";

const { version } = JSON.parse(
  readFileSync(new URL("./package.json", import.meta.url), "utf8"),
) as {
  version: string;
};

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const chunksOf = (bundle: Rollup.OutputBundle) =>
  Object.values(bundle).filter((part) => part.type === "chunk");

/** The file with which the app begins. */
const entryOf = (bundle: Rollup.OutputBundle) =>
  `/${chunksOf(bundle).find(({ isEntry }) => isEntry)?.fileName}`;

/** The files of a part that is loaded on demand, without those that the page names itself. */
function filesOf(name: string, bundle: Rollup.OutputBundle): string[] {
  const chunks = chunksOf(bundle);
  const withImports = (roots: Rollup.OutputChunk[]): Set<Rollup.OutputChunk> => {
    const found = new Set(roots);
    for (const chunk of found) {
      for (const other of chunks) if (chunk.imports.includes(other.fileName)) found.add(other);
    }
    return found;
  };
  const first = withImports(chunks.filter(({ isEntry }) => isEntry));
  const part = withImports(chunks.filter((chunk) => chunk.name === name));
  if (part.size === 0) throw new Error(`The build has no part "${name}".`);
  return [...part].filter((chunk) => !first.has(chunk)).map(({ fileName }) => `/${fileName}`);
}

/**
 * Puts the script that asks for what the first screen needs, before the app's files are there, into the
 * page, ahead of everything else; a file of its own would come no sooner than the others.
 */
function inlinePreload(): Plugin {
  const preload = fileURLToPath(new URL("./src/preload.ts", import.meta.url));
  let mode = "production";
  return {
    name: "rota:inline-preload",
    apply: "build",
    configResolved(config) {
      mode = config.mode;
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        const script = await inlineScript(preload, mode, {
          APP_FILE: JSON.stringify(entryOf(bundle)),
          MAIN_VIEW_FILES: JSON.stringify(filesOf("main-view", bundle)),
          AUTH_SCREEN_FILES: JSON.stringify(filesOf("auth-screen", bundle)),
        });
        return html.replace('<script type="module"', (app) => `${script}\n    ${app}`);
      },
    },
  };
}

/**
 * The file `_headers`. No header stands in two blocks that a path may match: some hosts join the values.
 * Files in assets/ have a hash of their content in their names.
 */
const hostHeaders = (policy: string) => `/*
  Content-Security-Policy: ${policy}; frame-ancestors 'none'
  Cross-Origin-Opener-Policy: same-origin
  Strict-Transport-Security: max-age=31536000
  X-Content-Type-Options: nosniff
/
  Cache-Control: no-cache
/index.html
  Cache-Control: no-cache
/worker.js
  Cache-Control: no-cache
/assets/*
  Cache-Control: public, max-age=31536000, immutable
`;

/**
 * Writes the Content-Security-Policy into the built page: nothing but our own files, and requests
 * to our own backend only. No `unsafe-inline` is needed: the page's inline script and styles are
 * named by their hashes; and emotion inserts *empty* `<style>` elements (allowed by the
 * hash of nothing) that it fills through the CSSOM, which the policy does not restrict.
 *
 * A static host that reads `_headers` and `_redirects` sends the same policy with what a page can't say
 * for itself, and the page for every path of the app.
 */
function contentSecurityPolicy(apiUrl: string): Plugin {
  let policy = "";
  return {
    name: "rota:content-security-policy",
    apply: "build",
    generateBundle: {
      // After the page.
      order: "post",
      handler() {
        this.emitFile({ type: "asset", fileName: "_headers", source: hostHeaders(policy) });
        this.emitFile({ type: "asset", fileName: "_redirects", source: "/* /index.html 200\n" });
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const inline = (tag: string) =>
          [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map((match) =>
            sha256(match[1] ?? ""),
          );
        policy = [
          "default-src 'none'",
          ["script-src 'self'", ...inline("script")].join(" "),
          ["style-src 'self'", sha256(""), ...inline("style")].join(" "),
          "img-src 'self' data:",
          "manifest-src 'self'",
          `connect-src 'self' ${apiUrl} ${apiUrl.replace(/^http/, "ws")}`,
          "base-uri 'none'",
          "form-action 'none'",
        ].join("; ");
        return html.replace(
          "<head>",
          `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        );
      },
    },
  };
}

/**
 * What changes rarely, and is a half more than the app's own first file: while the rest of it comes, the
 * page asks for the first screen (src/preload.ts).
 */
/** What is small and many later screens have, in one file: the first ones name each that there is. */
const PARTS =
  /src\/(app\/(page-top|whole-task)|completions\/(schedule-undo|turn-changes)|households\/who-choice|sync\/(record-key|whole-task)|domain\/(dates\/month|recurrence\/(next-dates|season-text))|features\/(sharing|morning|household)\/(words|queries|mutations)|ui\/(check-row|select|screen-heading|meanwhile-notice|notice-card))/;

/** The rule of turns, and what Today says of them: one file, for those who have a roster. */
const TURNS =
  /src\/(domain\/turns\/(?!has-turns|turn-changes|turn-types)|households\/turn-words|features\/today\/(done-for|mine-first|turn-news))/;

const LIBRARIES = /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query))\//;

/** The files that every visit begins with. */
const FROM_THE_PAGE = /\/(?:index|libraries|rolldown-runtime)-[^/]*\.js$/;

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, process.cwd());
  const apiUrl = env.VITE_SUPABASE_URL;
  if (command === "build" && !(apiUrl && env.VITE_SUPABASE_PUBLISHABLE_KEY)) {
    throw new Error("Set VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY to build the app.");
  }
  return {
    plugins: [
      react(),
      inlinePreload(),
      prerenderSignIn(),
      contentSecurityPolicy(apiUrl ?? ""),
      serviceWorker(),
    ],
    define: {
      "import.meta.env.VITE_APP_VERSION": JSON.stringify(version),
      "import.meta.env.VITE_LIST_FORM": JSON.stringify(listForm()),
      "import.meta.env.VITE_SENDS_MAIL": JSON.stringify(process.env.VITE_SENDS_MAIL ?? "yes"),
    },
    // wouter's copy of what React has had since 18.
    resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
    build: {
      target: "es2022",
      modulePreload: {
        // Browsers that know our colours' light-dark() know modulepreload.
        polyfill: false,
        // Late parts need not ask for what the page has brought.
        resolveDependencies: (_, files, { hostType }) =>
          hostType === "js" ? files.filter((file) => !FROM_THE_PAGE.test(file)) : files,
      },
      // Each reason to load a file is a screen or a dialog. What every visit needs is one file, and so is
      // what either first screen adds to it, though later ones share parts of them: a dozen small
      // files would queue for the network. tslib is rrule's as well as supabase-js's: in the latter's
      // file it would bring all of it into the recurrence dialog.
      rolldownOptions: {
        // Emotion imports it for a function that nothing calls.
        treeshake: {
          moduleSideEffects: [
            { test: /node_modules\/hoist-non-react-statics\//, sideEffects: false },
          ],
        },
        output: {
          codeSplitting: {
            groups: [
              { name: "tslib", test: /node_modules\/tslib\//, priority: 1 },
              { name: "supabase", test: /node_modules\/@supabase\// },
              { name: "libraries", test: LIBRARIES },
              { name: "first", tags: ["$initial"] },
              { name: "main-view", test: /src\/app\/main-view/ },
              { name: "auth-screen", test: /src\/features\/auth\/auth-screen/ },
              { name: "me", test: /src\/(app\/me|households\/face)/ },
              { name: "parts", test: PARTS },
              { name: "turns", test: TURNS },
            ],
          },
        },
      },
    },
  };
});
