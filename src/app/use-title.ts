import { useEffect } from "react";

export const shownTitle = () => document.title.replace(/ · Rota$/, "");

export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} · Rota`;
    return () => {
      document.title = "Rota";
    };
  }, [screen]);
}
