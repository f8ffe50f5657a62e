import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { alias } from "./build/alias.ts";
import { notedModules } from "./build/modules.ts";
import { contentSecurityPolicy, preloadInPage, SIGN_IN, stylesInPage } from "./build/page.ts";
import { OF_A_MOVE, serviceWorker } from "./build/worker.ts";
import { listForm } from "./cli/list-form.ts";
import packageJson from "./package.json" with { type: "json" };

/** What changes rarely, and is a half more than the app's own first file. */
const LIBRARIES = /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query))\//;

export default defineConfig({
  plugins: [
    react(),
    stylesInPage(),
    preloadInPage(),
    contentSecurityPolicy(),
    serviceWorker(),
    notedModules(),
  ],
  define: {
    "import.meta.env.VITE_APP_VERSION": JSON.stringify(packageJson.version),
    "import.meta.env.VITE_LIST_FORM": JSON.stringify(listForm()),
  },
  resolve: { alias },
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
    // What every visit needs is one file beside the libraries, though later screens share parts of it: a dozen
    // small files would queue for the network.
    rolldownOptions: {
      // Of @emotion/react's part for themes, which Chakra has no use for.
      treeshake: {
        moduleSideEffects: [{ test: /hoist-non-react-statics|react-is/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "supabase", test: /node_modules\/@supabase\// },
            { name: "libraries", test: LIBRARIES },
            { name: "first", tags: ["$initial"] },
            { name: SIGN_IN, test: /features.auth.auth-screen/ },
          ],
        },
      },
    },
  },
});
