import { useEffect } from "react";
import { createPortal } from "react-dom";
import { useStore } from "../store/store.ts";
import { late, Nothing } from "./late.tsx";
import { type Toast, toasts } from "./toast.ts";
import { whenIdle } from "./when-idle.ts";

const ToastCard = late(() => import("./toast-card.tsx"), Nothing);

const KINDS = ["success", "failure"] as const;
const regionId = (kind: Toast["kind"]) => `${kind}-toast`;

/** A click on a toast is no click outside a dialog. */
export const toastRegions = KINDS.map((kind) => () => document.getElementById(regionId(kind)));

/** The live regions are always mounted, as screen readers announce only additions. */
export function Toaster() {
  const toast = useStore(toasts)[0];
  // Ahead: what there is to say may be that the network is down.
  useEffect(() => whenIdle(() => ToastCard.load()), []);
  return createPortal(
    KINDS.map((kind) => (
      <div
        key={kind}
        id={regionId(kind)}
        role={kind === "failure" ? "alert" : "status"}
        aria-live={kind === "failure" ? "assertive" : "polite"}
      >
        {toast?.kind === kind && <ToastCard key={toast.title} toast={toast} />}
      </div>
    )),
    document.body,
  );
}
