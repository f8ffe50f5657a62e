import { focusManager } from "@tanstack/react-query";
import { askToStay } from "../sync/waiting/storage.ts";
import { toastSuccess } from "../ui/toast.ts";
import { spokenLocale } from "../ui/use-locale.ts";

/** milliseconds */
const UPDATE_INTERVAL = 60 * 60_000;

/** Registers the service worker (src/worker.ts). Returns the function that stops looking for new versions. */
export function keepApp(): () => void {
  // There are no workers on insecure addresses, and the dev server has no built one.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD || !workers) return () => {};
  let registration: ServiceWorkerRegistration | undefined;
  let lookedAt = Date.now();
  addEventListener("appinstalled", askToStay);
  workers.register("/worker.js", { updateViaCache: "none" }).then(
    (registered: ServiceWorkerRegistration | undefined) => {
      registration = registered;
      if (registered) follow(registered, workers);
    },
    // None can be kept: a private window, or no room.
    () => undefined,
  );
  const stop = focusManager.subscribe((isShown) => {
    if (!isShown || Date.now() - lookedAt < UPDATE_INTERVAL) return;
    lookedAt = Date.now();
    registration?.update().catch(() => undefined);
  });
  return () => {
    removeEventListener("appinstalled", askToStay);
    stop();
  };
}

function follow(registration: ServiceWorkerRegistration, workers: ServiceWorkerContainer): void {
  // The first one replaces no other.
  const tell = (worker: ServiceWorker | null) => worker && workers.controller && offer(worker);
  tell(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") tell(worker);
    });
  });
}

function offer(worker: ServiceWorker): void {
  const reload = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("take over");
  };
  const { t } = spokenLocale.getState();
  const action = { label: t("Reload // the page"), run: reload };
  toastSuccess(t("Update available"), t("Reload to use it. // a later version"), action);
}
