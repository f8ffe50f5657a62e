import { lazy, Suspense, useEffect, useState } from "react";
import { onFirstNotice } from "./notices.ts";
import { whenIdle } from "./when-idle.ts";

const load = () => import("./toaster-view.tsx");
const ToasterView = lazy(load);

/**
 * The toaster's machinery (15 kB) is not part of the first load. It is fetched when the page is
 * idle, so that it can still speak when the network is gone, and shown with the first notice.
 */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstNotice(() => setWanted(true)), []);
  useEffect(() => whenIdle(load), []);
  return <Suspense>{wanted && <ToasterView />}</Suspense>;
}
