import { useEffect } from "react";
import { asked } from "../dialogs/ask.ts";
import { useStore } from "../store/store.ts";
import { late, Nothing } from "../ui/late.tsx";

export const AskedDialog = late(() => import("./asked-dialog.tsx"), Nothing);

/** Mounts it when something is asked, so that code which didn't come is asked for again. */
export function TaskDialogs() {
  useEffect(() => () => asked.setState(null), []);
  return useStore(asked) !== null && <AskedDialog />;
}
