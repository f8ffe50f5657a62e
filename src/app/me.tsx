import { chakra } from "@chakra-ui/react";
import { useAuth } from "../auth/auth.tsx";
import { useFirstStyle } from "../features/settings/first-style.ts";
import { Face } from "../households/face.tsx";
import { useProfile } from "../sync/use-tasks.ts";
import { Prefetch } from "./prefetch.tsx";
import { followPageLink } from "./view.ts";

const SettingsLink = chakra("a", {
  base: { display: "grid", placeItems: "center", boxSize: "touch", borderRadius: "full" },
});

const loadSettings = () =>
  Promise.all([import("./other-pages.tsx"), import("./settings-view.tsx")]);

/** The face of the user, which leads to the settings. */
export default function Me() {
  const { user } = useAuth();
  useFirstStyle();
  const name = useProfile()?.fullName || (user?.email ?? "");
  return (
    <SettingsLink href="/settings" aria-label="Settings" title="Settings" onClick={followPageLink}>
      <Face name={name} face={4} />
      <Prefetch load={loadSettings} />
    </SettingsLink>
  );
}
