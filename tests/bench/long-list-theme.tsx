import { ChakraProvider } from "@chakra-ui/react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { system } from "../../src/ui/theme/system.ts";

/** The theme's variables and global rules as text, for pages that measure without Chakra. */
function themeCss(): string {
  const container = document.body.appendChild(document.createElement("div"));
  flushSync(() => createRoot(container).render(<ChakraProvider value={system}>.</ChakraProvider>));
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
    .join("\n");
}

declare global {
  var rotaThemeCss: typeof themeCss;
}

globalThis.rotaThemeCss = themeCss;
