import { useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useHouseholds, useInvitations, useLongTasks, useTasks } from "../../sync/use-tasks.ts";
import { late, Nothing } from "../../ui/late.tsx";
import { keepOnboarding, readOnboarding } from "./onboarding.ts";

const FirstRunOffer = late(() => import("./first-run-offer.tsx"), Nothing);

/**
 * For somebody who has nothing yet, until they have answered; whoever has deleted their last task is no beginner.
 */
export function FirstRun() {
  const userId = useAuth().user?.id ?? "";
  const lists = [useTasks().data, useLongTasks(), useHouseholds(), useInvitations()];
  const isEmpty = lists.every((list) => list?.length === 0);
  const hasSome = lists.some((list) => list !== undefined && list.length > 0);
  const [state, setState] = useState(() => readOnboarding(userId));
  if (state === null && isEmpty) setState("offered");
  else if (state === null && hasSome) setState("over");
  useEffect(() => {
    if (state !== null) keepOnboarding(userId, state);
  }, [state, userId]);
  return state === "offered" && <FirstRunOffer onAnswered={() => setState("over")} />;
}
