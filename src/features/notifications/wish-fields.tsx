import { chakra, Stack } from "@chakra-ui/react";
import { formatCount } from "../../domain/format-count.ts";
import { HourField } from "../../ui/hour-field.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import type { Wishes } from "./queries.ts";

/** Default hours. */
const MORNING = 7;
const QUIET = { quietFrom: 22, quietUntil: MORNING };

interface WishFieldsProps {
  readonly wishes: Wishes;
  readonly watchedCount: number;
  readonly hasTurns: boolean;
  readonly onChange: (wishes: Wishes) => void;
}

export function WishFields({ wishes, watchedCount, hasTurns, onChange }: WishFieldsProps) {
  const { todayHour, done, quietFrom, quietUntil } = wishes;
  const change = (some: Partial<Wishes>) => onChange({ ...wishes, ...some });
  const row = (label: string, kind: "onlyMyTurns" | "offers" | "done" | "invitations") => (
    <SwitchRow label={label} isOn={wishes[kind]} onChange={(isOn) => change({ [kind]: isOn })} />
  );
  return (
    <>
      <Stack gap="3">
        <h2>Notify me about</h2>
        <SwitchRow
          label="What is due today"
          isOn={todayHour !== null}
          onChange={(isOn) => change({ todayHour: isOn ? MORNING : null })}
        />
        {todayHour !== null && (
          <HourField
            label="At"
            value={todayHour}
            onChange={(hour) => change({ todayHour: hour })}
          />
        )}
        {todayHour !== null && hasTurns && row("Only when it is my turn", "onlyMyTurns")}
        {hasTurns && row("Turns that others ask me to take", "offers")}
        {row("What others have done", "done")}
        {!done && (
          <chakra.p color="fg.muted" fontSize="sm">
            {watchedCount === 0
              ? "For a single task, turn this on on its page."
              : `You are told of ${formatCount(watchedCount)} ${watchedCount === 1 ? "task" : "tasks"} that you watch.`}
          </chakra.p>
        )}
        {row("Invitations to tasks", "invitations")}
      </Stack>
      <Stack gap="3">
        <h2>Quiet hours</h2>
        <chakra.p color="fg.muted">
          What is due comes when they end; updates about others are dropped.
        </chakra.p>
        <SwitchRow
          label="Keep quiet hours"
          isOn={quietFrom !== null}
          onChange={(isOn) => change(isOn ? QUIET : { quietFrom: null, quietUntil: null })}
        />
        {quietFrom !== null && quietUntil !== null && (
          <chakra.div display="flex" flexWrap="wrap" gap="4">
            <HourField
              label="From"
              value={quietFrom}
              without={quietUntil}
              onChange={(hour) => change({ quietFrom: hour })}
            />
            <HourField
              label="Until"
              value={quietUntil}
              without={quietFrom}
              onChange={(hour) => change({ quietUntil: hour })}
            />
          </chakra.div>
        )}
      </Stack>
    </>
  );
}
