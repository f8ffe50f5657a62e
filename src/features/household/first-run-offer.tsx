import { chakra } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useHouseholds, useInvitations, useLongTasks, useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { NoticeCard } from "../../ui/notice-card.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { hasSeenOnboarding, keepOnboardingSeen } from "./onboarding-seen.ts";

const FirstRunDialog = late(() => import("./first-run-dialog.tsx"));

/** Offers, once, to say who lives there and to pick from typical tasks: above what an empty list says. */
export default function FirstRunOffer({ userId }: { userId: string }) {
  const lists = [useTasks().data, useLongTasks(), useHouseholds(), useInvitations()];
  const isEmpty = lists.every((list) => list?.length === 0);
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(false);

  function end() {
    keepOnboardingSeen(userId);
    setOver(true);
  }

  function refuse() {
    screenHeading()?.focus();
    end();
  }

  return (
    <>
      {isEmpty && !isOver && !hasSeenOnboarding(userId) && (
        <NoticeCard title="Set up your household">
          <chakra.p mt="1" mb="3">
            Say who lives here, and pick from tasks that come back in most homes. It takes a minute,
            and all of it can be changed later.
          </chakra.p>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button onClick={() => setOpen(true)}>Begin</Button>
            <Button variant="outline" onClick={refuse}>
              No, thanks
            </Button>
          </chakra.div>
        </NoticeCard>
      )}
      {isOpen && (
        <Suspense>
          <FirstRunDialog onDone={end} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
