import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { Known } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { NewDisplayDialog } from "./new-display-dialog.tsx";
import { type Display, displaysQuery, useHouseholdCall } from "./queries.ts";

export function Displays({ householdId }: { householdId: string }) {
  const style = useDateStyle();
  const query = useQuery(displaysQuery(useSession(), householdId));
  const { callThen } = useHouseholdCall();
  const revoke = (id: string) =>
    callThen("revoke_display", { id }, () => {
      toastSuccess("Tablet disconnected", "Its address no longer works.");
      screenHeading()?.focus();
    });

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        A tablet in the kitchen shows what is due today, and asks who did it. It needs no account.
      </chakra.p>
      <Known query={query} what="Your tablets">
        {(displays) =>
          displays.length > 0 && (
            <chakra.ul aria-label="Tablets" width="full">
              {displays.map((display) => (
                <ListRow
                  key={display.id}
                  text={<strong dir="auto">{display.name}</strong>}
                  hint={datesText(display, style)}
                >
                  <Button
                    variant="link"
                    aria-label={`Disconnect ${display.name}`}
                    onClick={() => revoke(display.id)}
                  >
                    Disconnect
                  </Button>
                </ListRow>
              ))}
            </chakra.ul>
          )
        }
      </Known>
      <DialogButton label="New tablet">
        {(onClosed) => <NewDisplayDialog householdId={householdId} onClosed={onClosed} />}
      </DialogButton>
    </Stack>
  );
}

const datesText = ({ createdAt, usedAt }: Display, style: DateStyle) =>
  `Made ${formatDate(createdAt.slice(0, 10), style)}, ${
    usedAt ? `last used ${formatDate(usedAt.slice(0, 10), style)}` : "not used yet"
  }`;
