import { type ComponentType, useEffect, useState } from "react";
import { onFirstNotice } from "./notices.ts";
import { whenIdle } from "./when-idle.ts";

const load = () => import("./toaster-view.tsx");

/**
 * The toaster's machinery (15 kB) is not part of the first load. It is fetched when the page is
 * idle, so that it can still speak when the network is gone, and shown with the first notice.
 */
export function Toaster() {
  const [View, setView] = useState<ComponentType | null>(null);
  useEffect(
    () =>
      onFirstNotice(function show() {
        load().then(
          ({ default: ToasterView }) => setView(() => ToasterView),
          // Not React's lazy: a file that could not be fetched must not take the page with it. The
          // notice waits for the network, or for the next one.
          () => addEventListener("online", show, { once: true }),
        );
      }),
    [],
  );
  useEffect(() => whenIdle(load), []);
  return View && <View />;
}
