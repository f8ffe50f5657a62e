import { useEffect } from "react";

/** The document's title while a screen is shown. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Rota`;
    return () => {
      document.title = "Rota";
    };
  }, [screen]);
}
