import { useEffect } from "react";

/** The document's title; the product's name comes last. */
export function useTitle(screen: string | null): void {
  useEffect(() => {
    document.title = screen === null ? "Rota" : `${screen} · Rota`;
  }, [screen]);
}
