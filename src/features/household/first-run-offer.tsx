import { chakra } from "@chakra-ui/react";
import { Suspense, useId, useState } from "react";
import { useHouseholds, useInvitations, useLongTasks, useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { hasBegun, keepBegun } from "./begun.ts";

const FirstRunDialog = late(() => import("./first-run-dialog.tsx"));

/** Offers, once, to say who lives there and to pick from typical chores: above what an empty list says. */
export default function FirstRunOffer({ userId }: { userId: string }) {
  const id = useId();
  const lists = [useTasks().data, useLongTasks(), useHouseholds(), useInvitations()];
  const isEmpty = lists.every((list) => list?.length === 0);
  const [isOver, setOver] = useState(false);
  const [isOpen, setOpen] = useState(false);

  function end() {
    keepBegun(userId);
    setOver(true);
  }

  function refuse() {
    screenHeading()?.focus();
    end();
  }

  return (
    <>
      {isEmpty && !isOver && !hasBegun(userId) && (
        <chakra.section
          aria-labelledby={id}
          bg="bg.muted"
          borderWidth="1px"
          borderColor="border"
          borderRadius="card"
          p="4"
          mt="4"
          mb="4"
        >
          <h2 id={id}>Set up your household</h2>
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
        </chakra.section>
      )}
      {isOpen && (
        <Suspense>
          <FirstRunDialog onDone={end} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
