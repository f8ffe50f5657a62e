import { chakra, Stack } from "@chakra-ui/react";
import type { Task } from "../../domain/tasks/task.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { useHouseholds } from "../../sync/use-tasks.ts";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { CalendarChoice } from "./calendar-feed.ts";

interface CalendarOptionsProps {
  tasks: readonly Task[];
  choice: CalendarChoice;
  onChoose: (choice: CalendarChoice) => void;
}

export function CalendarOptions({ tasks, choice, onChoose }: CalendarOptionsProps) {
  const locale = useLocale();
  const { t } = locale;
  const present = categoriesOf(tasks, locale);
  const { onlyMine, categories } = choice;
  const households = useHouseholds() ?? [];
  const allIds = households.map(({ id }) => id);
  const shownIds = choice.householdIds ?? (onlyMine ? [] : allIds);
  // Those that no task has any more stay until they are taken out.
  const offered = [...new Set([...present, ...(categories ?? [])])];

  function toggle(category: string, isShown: boolean) {
    const others = (categories ?? []).filter((other) => other !== category);
    onChoose({ ...choice, categories: isShown ? [...others, category] : others });
  }

  function toggleHousehold(id: string, isShown: boolean) {
    const ids = allIds.filter((one) => (one === id ? isShown : shownIds.includes(one)));
    // All of them: those that the user joins later, too.
    const isAll = ids.length === allIds.length && !onlyMine;
    onChoose({ ...choice, householdIds: isAll ? null : ids });
  }

  const row = (label: string, kind: "onlyMyTurns" | "withoutDaily") => (
    <SwitchRow
      label={label}
      isOn={choice[kind]}
      onChange={(isOn) => onChoose({ ...choice, [kind]: isOn })}
    />
  );

  return (
    <Stack gap="0">
      <SwitchRow
        label={t("Only my own tasks, without those that others share with me")}
        isOn={onlyMine}
        onChange={(isOn) =>
          onChoose({
            ...choice,
            onlyMine: isOn,
            // Which households are shown is chosen below, and stays.
            ...(households.length > 0 && { householdIds: shownIds }),
          })
        }
      />
      {households.map(({ id, name }) => (
        <SwitchRow
          key={id}
          label={t("Tasks of {household}", { household: name })}
          isOn={shownIds.includes(id)}
          onChange={(isShown) => toggleHousehold(id, isShown)}
        />
      ))}
      {households.length > 0 && row(t("Without the turns of others"), "onlyMyTurns")}
      {row(t("Without daily tasks"), "withoutDaily")}
      <SwitchRow
        label={t("Only some categories")}
        isOn={categories !== null}
        onChange={(isOn) => onChoose({ ...choice, categories: isOn ? present : null })}
      />
      {categories && (
        // In pixels: larger letters need the room.
        <chakra.fieldset ms="24px" minW="0">
          <chakra.legend srOnly>{t("Categories in the calendar")}</chakra.legend>
          {offered.map((category) => (
            <SwitchRow
              key={category}
              label={category}
              isOn={categories.includes(category)}
              onChange={(isShown) => toggle(category, isShown)}
            />
          ))}
          {offered.length === 0 && <p>{t("There are no categories yet.")}</p>}
        </chakra.fieldset>
      )}
    </Stack>
  );
}
