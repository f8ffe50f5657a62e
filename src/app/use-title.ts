import { useEffect } from "react";

/** The name of the screen that is shown. */
export const shownTitle = () => document.title.replace(/ · Rota$/, "");

/** The document's title while a screen is shown. */
export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Rota`;
    return () => {
      document.title = "Rota";
    };
  }, [screen]);
}
