import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { DisplayPage } from "../features/display/display-page.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { anonymous, useTokenInAddress } from "./anonymous.ts";
import { useTitle } from "./use-title.ts";
import { goHome } from "./view.ts";

/** `/display#<token>`: a household's tasks on a tablet, without an account. */
export default function DisplayView() {
  const token = useTokenInAddress();
  useTitle(useLocale().t("Tablet"));
  // Put on a home screen, it must open here, not where the app begins.
  useEffect(() => document.querySelector("link[rel=manifest]")?.remove(), []);
  return (
    <chakra.main px={{ base: "4", md: "8" }} pt="6" pb="12" minH="100dvh">
      <DisplayPage key={token} token={token} supabase={anonymous} onLeave={goHome} />
    </chakra.main>
  );
}
