import { LocaleProvider } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { isFromRight } from "./direction.ts";

/** Chakra's dialogs and menus write a direction on each of their parts: that of a language which they are told. */
export const Directed = ({ children }: { children: ReactNode }) => (
  <LocaleProvider locale={isFromRight() ? "ar" : "en"}>{children}</LocaleProvider>
);
