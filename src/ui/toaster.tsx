import { type ComponentType, useEffect, useState } from "react";
import { onFirstNotice } from "./notices.ts";

/** Fetches the toaster's machinery ahead of its first use. */
export const loadToaster = () => import("./toaster-view.tsx");

/**
 * The toaster's machinery (15 kB) is not part of the first load. The screens fetch it when they are
 * idle, so that it can still speak when the network is gone; it is shown with the first notice.
 */
export function Toaster() {
  const [View, setView] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onFirstNotice(function show() {
        loadToaster().then(
          ({ default: ToasterView }) => setView(() => ToasterView),
          // Not React's lazy: a file that could not be fetched must not take the page with it. The
          // notice waits for the network, or for the next one.
          () => addEventListener("online", show, { once: true }),
        );
      }),
    [],
  );
  return View && <View />;
}
