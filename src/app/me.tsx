import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import { useAuth } from "../auth/auth.tsx";
import { OWN_FACE } from "../domain/households/household.ts";
import { useFirstStyle } from "../features/settings/first-style.ts";
import { Face } from "../households/face.tsx";
import { useHouseholds, useProfile } from "../sync/use-tasks.ts";
import { whenIdle } from "../ui/when-idle.ts";

const loadPages = () =>
  Promise.all([
    import("./other-pages.tsx"),
    import("./household-view.tsx"),
    import("./settings-view.tsx"),
  ]);

export default function Me() {
  const { user } = useAuth();
  useFirstStyle();
  useEffect(() => whenIdle(loadPages), []);
  const [household] = useHouseholds() ?? [];
  const me = household?.people.find(({ id }) => id === household.me);
  const name = useProfile()?.fullName || (user?.email ?? "");
  return (
    <chakra.span display="grid" placeItems="center" boxSize="full">
      <Face name={name} face={me?.face ?? OWN_FACE} />
    </chakra.span>
  );
}
