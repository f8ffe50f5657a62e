import { LocaleProvider } from "@chakra-ui/react";
import { type ReactNode, useEffect, useState } from "react";
import { isFromRight } from "./direction.ts";

/** Chakra's dialogs and menus write a direction on each of their parts: that of a language which they are told. */
export function Directed({ children }: { children: ReactNode }) {
  const [isTurned, setTurned] = useState(isFromRight);
  // The document turns when its language changes.
  useEffect(() => {
    const observer = new MutationObserver(() => setTurned(isFromRight()));
    observer.observe(document.documentElement, { attributeFilter: ["dir"] });
    return () => observer.disconnect();
  }, []);
  return <LocaleProvider locale={isTurned ? "ar" : "en"}>{children}</LocaleProvider>;
}
