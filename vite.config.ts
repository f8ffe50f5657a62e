import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { alias, builtAlias } from "./build/alias.ts";
import { notedModules } from "./build/modules.ts";
import {
  contentSecurityPolicy,
  DRAWING,
  filesFirst,
  preloadInPage,
  SIGN_IN,
  stylesInPage,
} from "./build/page.ts";
import { OF_A_MOVE, serviceWorker } from "./build/worker.ts";
import { listForm } from "./cli/list-form.ts";
import packageJson from "./package.json" with { type: "json" };

/** What changes rarely, and is needed to start. */
const LIBRARIES = /node_modules\/(react|react-dom|@tanstack|@chakra-ui|@emotion|stylis)\//;
const REACT_DOM = /node_modules\/(react-dom\/(client|cjs\/react-dom-client)|scheduler)/;

export default defineConfig({
  plugins: [
    react(),
    stylesInPage(),
    preloadInPage(),
    contentSecurityPolicy(),
    filesFirst(),
    serviceWorker(),
    notedModules(),
  ],
  define: {
    "import.meta.env.VITE_APP_VERSION": JSON.stringify(packageJson.version),
    "import.meta.env.VITE_LIST_FORM": JSON.stringify(listForm()),
  },
  resolve: {
    alias: [
      ...builtAlias,
      ...Object.entries(alias).map(([find, replacement]) => ({ find, replacement })),
    ],
  },
  // What reads other programs' files: its own files, which come when one is chosen.
  worker: {
    format: "es",
    plugins: () => [notedModules()],
    rolldownOptions: {
      output: {
        entryFileNames: `${OF_A_MOVE}[name]-[hash].js`,
        chunkFileNames: `${OF_A_MOVE}[name]-[hash].js`,
      },
    },
  },
  build: {
    // The reader of other programs' databases has a megabyte, and comes with one of their files alone.
    chunkSizeWarningLimit: 1_000,
    target: "es2022",
    // Browsers that know our colours' light-dark() know modulepreload.
    modulePreload: { polyfill: false },
    // What every visit needs is three files of about the same size, though later screens share parts of them: a dozen
    // small files would queue for the network. The largest comes last, and the others start meanwhile (src/main.tsx).
    rolldownOptions: {
      // Of @emotion/react's part for themes, which Chakra has no use for.
      treeshake: {
        moduleSideEffects: [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "supabase", test: /node_modules\/@supabase\// },
            { name: "libraries", test: LIBRARIES, tags: ["$initial"] },
            { name: DRAWING, test: REACT_DOM },
            { name: "first", tags: ["$initial"] },
            { name: SIGN_IN, test: /features.auth.auth-screen/ },
          ],
        },
      },
    },
  },
});
