import { Suspense, useEffect, useState } from "react";
import { late } from "../ui/late.tsx";

const Devtools = late(async () => {
  const { ReactQueryDevtools } = await import("@tanstack/react-query-devtools");
  return { default: () => <ReactQueryDevtools initialIsOpen /> };
});

declare global {
  var showQueryDevtools: (() => void) | undefined;
}

/** Shown by `showQueryDevtools()` in the console, as their button would lie over the app. */
export default function QueryDevtools() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    globalThis.showQueryDevtools = () => setShown(true);
  }, []);
  return (
    isShown && (
      <Suspense>
        <Devtools />
      </Suspense>
    )
  );
}
