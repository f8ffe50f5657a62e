import { type ReactNode, useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { createKept } from "../../store/kept.ts";
import { useStore } from "../../store/store.ts";
import { useHouseholds, useInvitations, useLongTasks, useTasks } from "../../sync/use-tasks.ts";
import { late, Nothing } from "../../ui/late.tsx";

const FirstRunOffer = late(() => import("./first-run-offer.tsx"), Nothing);

/** Offers the first run until answered, but not after the last task was deleted; then shows the children. */
export function FirstRun({ children }: { children?: ReactNode }) {
  const userId = useAuth().user?.id ?? "";
  const lists = [useTasks().data, useLongTasks(), useHouseholds(), useInvitations()];
  const isEmpty = lists.every((list) => list?.length === 0);
  const hasSome = lists.some((list) => list !== undefined && list.length > 0);
  /** 'offered' and not answered yet, or 'over'; '' before it is known */
  const [kept] = useState(() => createKept(`rota.onboarding.${userId}`, ""));
  const state = useStore(kept);
  useEffect(() => {
    if (state === "" && (isEmpty || hasSome)) kept.setState(isEmpty ? "offered" : "over");
  }, [kept, state, isEmpty, hasSome]);
  if (state === "over") return children;
  return state === "offered" && <FirstRunOffer onAnswered={() => kept.setState("over")} />;
}
