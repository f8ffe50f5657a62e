import { useEffect, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { late, Nothing } from "../../ui/late.tsx";
import { keepOnboardingSeen } from "./onboarding-seen.ts";

const FirstRunOffer = late(() => import("./first-run-offer.tsx"), Nothing);

/** For somebody who has nothing yet; whoever has deleted their last task is no beginner. */
export function FirstRun() {
  const userId = useAuth().user?.id ?? "";
  const count = useTasks().data?.length;
  const [wasEmpty, setWasEmpty] = useState(false);
  // Once it is there, it stays until it has said what came of it.
  if (count === 0 && !wasEmpty) setWasEmpty(true);
  const hasTasks = count !== undefined && count > 0;
  useEffect(() => {
    if (hasTasks) keepOnboardingSeen(userId);
  }, [hasTasks, userId]);
  return wasEmpty && <FirstRunOffer userId={userId} />;
}
