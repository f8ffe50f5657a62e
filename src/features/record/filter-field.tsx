import { chakra } from "@chakra-ui/react";
import { ALL } from "../../domain/figures/filter.ts";
import type { Person } from "../../domain/figures/people.ts";
import { roomsOf } from "../../domain/households/rooms.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { compareText } from "../../domain/tasks/task-groups.ts";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface FilterFieldProps {
  tasks: readonly Task[];
  people: readonly Person[];
  value: string;
  onChange: (value: string) => void;
}

export function FilterField({ tasks, people, value, onChange }: FilterFieldProps) {
  const locale = useLocale();
  const { t } = locale;
  const rooms = roomsOf(tasks, locale);
  const categories = [...new Set(tasks.map(({ category }) => category))].sort((a, b) =>
    compareText(a, b, locale),
  );
  const byTitle = tasks.toSorted((a, b) => compareText(a.title, b.title, locale));
  const groups = [
    {
      label: t("Whose tasks"),
      options: rooms.length > 1 ? rooms.map(({ id, name }) => [`room:${id}`, name] as const) : [],
    },
    {
      label: t("Who did it"),
      options:
        people.length > 1 ? people.map(({ ids, name }) => [`person:${ids[0]}`, name] as const) : [],
    },
    {
      label: t("Category"),
      options: categories.map((category) => [`category:${category}`, category] as const),
    },
    { label: t("Task"), options: byTitle.map(({ id, title }) => [`task:${id}`, title] as const) },
  ];
  return (
    <chakra.div maxW={{ md: "24rem" }}>
      <Select
        label={t("Show // which tasks: a label")}
        options={[[ALL, t("Everything // of figures: all tasks")]]}
        groups={groups.filter(({ options }) => options.length > 0)}
        value={value}
        onChange={onChange}
      />
    </chakra.div>
  );
}

/** A person's year is everybody's, so the review keeps every other filter only. */
export function reviewAddress(year: number, value: string): string {
  const isNarrowed = value !== ALL && !value.startsWith("person:");
  return `/record/${year}${isNarrowed ? `#${new URLSearchParams({ of: value })}` : ""}`;
}

export const reviewValue = () => new URLSearchParams(location.hash.slice(1)).get("of") ?? ALL;
