import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { byWhose } from "../../domain/tasks/by-whose.ts";
import { behindOf } from "../../domain/tasks/fresh-start.ts";
import { type Completion, sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { Viewer } from "./occurrence-row.tsx";
import { useFreshStart } from "./use-fresh-start.ts";

interface StartFreshProps {
  tasks: readonly Task[];
  viewer: Viewer;
}

export default function StartFresh({ tasks, viewer }: StartFreshProps) {
  const { t } = useLocale();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" ms="auto" my="-3" fontSize="sm" onClick={() => setOpen(true)}>
        {t("Start fresh")}
      </Button>
      {isOpen && <FreshDialog tasks={tasks} viewer={viewer} onClosed={() => setOpen(false)} />}
    </>
  );
}

const doerOf = (task: Task) => (sharedHousehold(task) ? "somebody" : "you");

const DONE_BY = { somebody: msg("Done by somebody"), you: msg("Done by you") } as const;

function daysOf(count: number, doer: keyof typeof DONE_BY | null, { t }: Locale): string {
  if (doer === null) return t("{count, plural, one {# day} other {# days}}", { count });
  return doer === "you"
    ? t("{count, plural, one {# day} other {# days}}, by you", { count })
    : t("{count, plural, one {# day} other {# days}}, by somebody", { count });
}

function FreshDialog({ tasks, viewer, onClosed }: StartFreshProps & { onClosed: () => void }) {
  const locale = useLocale();
  const { t } = locale;
  const { settle } = useFreshStart(viewer);
  const [status, setStatus] = useState<Completion["status"]>("skipped");
  const behind = behindOf(tasks, viewer.today, undefined, locale);
  const [chosenIds, setChosenIds] = useState(() => new Set(behind.map(({ task }) => task.id)));
  const chosen = behind.filter(({ task }) => chosenIds.has(task.id));
  const isDone = status === "done";
  const [doer, ...otherDoers] = new Set(behind.map(({ task }) => doerOf(task)));
  const isMixed = otherDoers.length > 0;

  return (
    <AppDialog
      title={t("Start fresh")}
      returnFocusTo={screenHeading}
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            {t("Cancel")}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              void settle(chosen, status);
              close();
            }}
          >
            {t("Start fresh")}
          </Button>
        </>
      )}
    >
      {() => (
        <Stack gap="4">
          <FormField label={t("Count missed days as")}>
            <Select
              options={[
                ["skipped", t("Skipped // a day")],
                ["done", isMixed || !doer ? t("Done // a day") : t(DONE_BY[doer])],
              ]}
              value={status}
              onChange={(value) => setStatus(value === "done" ? "done" : "skipped")}
            />
          </FormField>
          {byWhose(behind, viewer.today, locale).map(([whose, those]) => (
            <CheckList
              key={whose}
              legend={whose}
              rows={those.map(({ task, days }) => ({
                id: task.id,
                name: task.title,
                hint: daysOf(days.size, isMixed && isDone ? doerOf(task) : null, locale),
              }))}
              checked={chosenIds}
              onChange={setChosenIds}
            />
          ))}
        </Stack>
      )}
    </AppDialog>
  );
}
