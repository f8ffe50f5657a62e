import { fileURLToPath } from "node:url";

const file = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** What the app is built with besides, in place of Chakra's reset, which stands in the page: 1.5 kB. */
export const builtAlias = [
  { find: /^\.\/preflight\.js$/, replacement: file("ui/theme/no-reset.ts") },
];

/** What the app is built and tested with instead of parts of the packages, which every visit would load. */
export const alias = {
  // wouter's copy of what React has had since 18.
  "use-sync-external-store/shim/index.js": "react",
  // Lists of all of CSS's properties and HTML's attributes: 4 kB.
  "@pandacss/is-valid-prop": file("ui/theme/is-css-property.ts"),
  "@emotion/is-prop-valid": file("ui/theme/is-prop-valid.ts"),
};
