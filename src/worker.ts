import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { type Backend, seenFrom } from "./supabase/backend.ts";
import { addPushListeners, type PushScope } from "./worker/push.ts";

/**
 * The service worker: keeps the files of one build on the device, and answers with them. The API it never
 * touches. It does not take over under an open page by itself: that page may still ask for late parts of its own.
 */

/** Written into the built worker (build/worker.ts). */
declare const APP_FILES: { readonly url: string; readonly revision: string | null }[];
declare const LANGUAGE_FILES: readonly string[];
/** Written into it when it is served or deployed (build/backend.ts). */
declare const ROTA_BACKEND: Backend;

const backend = seenFrom(location.origin, ROTA_BACKEND);

declare const self: PushScope & {
  skipWaiting(): Promise<void>;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
};

/** Paths that a self-hosted server answers itself, and the calendar subscriptions. */
const OF_THE_SERVER = /^\/(?:auth|rest|functions|realtime|storage|health)(?:\/|$)/;

precacheAndRoute(
  APP_FILES.map(({ url, revision }) =>
    // The page is another one for another backend.
    url === "/index.html"
      ? { url, revision: `${revision} ${JSON.stringify(backend)}` }
      : { url, revision },
  ),
);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: [OF_THE_SERVER] }),
);

// A device keeps the files of the languages that it has spoken.
registerRoute(
  ({ url }) => LANGUAGE_FILES.includes(url.pathname),
  new CacheFirst({ cacheName: "languages" }),
);

addPushListeners(self, backend);

self.addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});
