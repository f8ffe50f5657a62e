import { fileURLToPath } from "node:url";
import { type Plugin, runnerImport } from "vite";
import { inlineScript } from "./inline-script.ts";
import { usedCss } from "./used-css.ts";

const render = fileURLToPath(new URL("../src/prerender/render.tsx", import.meta.url));
const show = fileURLToPath(new URL("../src/prerender/show.ts", import.meta.url));

const STYLE = /<style data-emotion="[^"]*">(.*?)<\/style>/gs;

/**
 * Draws the sign-in screen in the build and puts it into the page, in a template: only who has no session
 * gets it (src/prerender/show.ts).
 */
export function prerenderSignIn(): Plugin {
  let mode = "production";
  return {
    name: "rota:prerender-sign-in",
    apply: "build",
    configResolved(config) {
      mode = config.mode;
    },
    transformIndexHtml: {
      order: "post",
      async handler(page) {
        const { module } = await runnerImport<typeof import("../src/prerender/render.tsx")>(
          render,
          {
            configFile: false,
            mode,
            logLevel: "warn",
          },
        );
        const html = module.signInScreen.replace(STYLE, "");
        const styles = [...module.signInScreen.matchAll(STYLE)].map(([, css = ""]) => css);
        const css = usedCss(styles.join(""), html);
        const script = await inlineScript(show, mode);
        return page.replace(
          "<noscript>",
          (noscript) =>
            `<template><style>${css}</style>${html}</template>\n    ${script}\n    ${noscript}`,
        );
      },
    },
  };
}
