import { Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";

const NewHouseholdDialog = late(() => import("./new-household-dialog.tsx"));

/** The button that begins a household. */
export function NewHousehold({ onMade }: { onMade: (householdId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        New household
      </Button>
      {isOpen && (
        <Suspense>
          <NewHouseholdDialog onMade={onMade} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
