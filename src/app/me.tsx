import { chakra } from "@chakra-ui/react";
import { useAuth } from "../auth/auth.tsx";
import { useFirstStyle } from "../features/settings/first-style.ts";
import { Face } from "../households/face.tsx";
import { useProfile } from "../sync/use-tasks.ts";
import { Prefetch } from "./prefetch.tsx";

const loadSettings = () =>
  Promise.all([import("./other-pages.tsx"), import("./settings-view.tsx")]);

/** The face of the user, on the link to the settings, which are loaded ahead. */
export default function Me() {
  const { user } = useAuth();
  useFirstStyle();
  const name = useProfile()?.fullName || (user?.email ?? "");
  return (
    <chakra.span display="grid" placeItems="center" boxSize="full">
      <Face name={name} face={4} />
      <Prefetch load={loadSettings} />
    </chakra.span>
  );
}
