import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Plugin, Rollup } from "vite";
import { PageStyles, SignInFrame } from "../src/app/page-styles.tsx";
import { builtScript } from "./built-script.ts";

/** The file of the sign-in screen. */
export const SIGN_IN = "sign-in";

/** The file of what draws the app. */
export const DRAWING = "react-dom";

/** What comes behind it is asked for without telling the page's address. */
const REFERRER = '<meta name="referrer" content="no-referrer" />';

/** The page with a text behind that element. @throws Error if the page lacks it, as it would lose its policy in silence */
function behindReferrer(html: string, text: string): string {
  if (!html.includes(REFERRER)) throw new Error(`index.html lacks ${REFERRER}`);
  return html.replace(REFERRER, () => REFERRER + text);
}

/** The files that Today can't be used without. */
function firstFiles(bundle: Rollup.OutputBundle): readonly Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  return chunks.filter(
    (chunk) => chunk === entry || chunk.name === DRAWING || entry?.imports.includes(chunk.fileName),
  );
}

/**
 * Asks for the first files ahead of all else: a browser looks for none behind a policy that it has yet to read. It is
 * told to compile them while they come, as all of them is called.
 */
export function filesFirst(): Plugin {
  return {
    name: "rota:files-first",
    apply: "build",
    generateBundle: {
      // After Vite's own line, as it has to be the first.
      order: "post",
      handler(_, bundle) {
        for (const chunk of firstFiles(bundle)) {
          chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const links = firstFiles(bundle).map(
          ({ fileName }) => `\n    <link rel="modulepreload" crossorigin href="/${fileName}">`,
        );
        const rest = html.replaceAll(/\n *<link rel="modulepreload".*/g, "");
        return behindReferrer(rest, links.join(""));
      },
    },
  };
}

/**
 * Puts the script that asks for what the first screen needs, before the app's files are there, into the
 * page, ahead of everything else; a file of its own would come no sooner than the others.
 */
export function preloadInPage(): Plugin {
  const preload = fileURLToPath(new URL("../src/preload.ts", import.meta.url));
  return {
    name: "rota:preload-in-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle = {} }) {
        const signIn = Object.values(bundle).find(({ name }) => name === SIGN_IN);
        const define = { SIGN_IN_FILE: JSON.stringify(`/${signIn?.fileName}`) };
        const script = `<script>${await builtScript(preload, define)}</script>`;
        return html.replace('<script type="module"', (app) => `${script}\n    ${app}`);
      },
    },
  };
}

/** A component's elements, and its styles: on a server, emotion writes elements where it would insert rules. */
function drawn(component: () => ReactNode) {
  let rules = "";
  const elements = renderToStaticMarkup(createElement(component)).replaceAll(
    /<style[^>]*>([\s\S]*?)<\/style>/g,
    (_, css: string) => {
      rules += css;
      return "";
    },
  );
  return { elements, rules };
}

/** Puts what every visit begins with into the page (src/app/page-styles.tsx). */
export function stylesInPage(): Plugin {
  return {
    name: "rota:styles-in-page",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const { rules } = drawn(PageStyles);
        const frame = drawn(SignInFrame);
        return html
          .replace("</head>", () => `  <style>${rules}${frame.rules}</style>\n  </head>`)
          .replace("<!-- SIGN-IN -->", () => frame.elements);
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

const sha256 = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Writes the Content-Security-Policy into the built page: nothing but our own files, and requests
 * to our own backend only (build/backend.ts). No `unsafe-inline` is needed: the page's inline script and styles are
 * named by their hashes; and emotion inserts *empty* `<style>` elements (allowed by the
 * hash of nothing) that it fills through the CSSOM, which the policy does not restrict.
 *
 * A static host that reads `_headers` and `_redirects` sends the same policy with what a page can't say
 * for itself, and the page for every path of the app.
 */
export function contentSecurityPolicy(): Plugin {
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
          // WebAssembly reads the databases of other programs (src/domain/moving/sqlite.ts).
          ["script-src 'self'", ...inline("script"), "'wasm-unsafe-eval'"].join(" "),
          ["style-src 'self'", sha256(""), ...inline("style")].join(" "),
          "img-src 'self' data:",
          "manifest-src 'self'",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
        ].join("; ");
        return behindReferrer(
          html,
          `\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        );
      },
    },
  };
}
