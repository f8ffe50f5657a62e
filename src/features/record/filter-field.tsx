import { chakra } from "@chakra-ui/react";
import type { Filter } from "../../domain/figures/filter.ts";
import type { Person } from "../../domain/figures/people.ts";
import { roomsOf } from "../../domain/households/rooms.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { compareText } from "../../domain/tasks/task-groups.ts";
import { Select } from "../../ui/select.tsx";

export const ALL = "all";

interface FilterFieldProps {
  tasks: readonly Task[];
  people: readonly Person[];
  value: string;
  onChange: (value: string) => void;
}

/** Whose or which days are shown: everything, a household, a person, a category or a task. */
export function FilterField({ tasks, people, value, onChange }: FilterFieldProps) {
  const rooms = roomsOf(tasks);
  const categories = [...new Set(tasks.map(({ category }) => category))].sort(compareText);
  const byTitle = tasks.toSorted((a, b) => compareText(a.title, b.title));
  const groups = [
    {
      label: "Whose tasks",
      options: rooms.length > 1 ? rooms.map(({ id, name }) => [`room:${id}`, name] as const) : [],
    },
    {
      label: "Who did it",
      options:
        people.length > 1 ? people.map(({ ids, name }) => [`person:${ids[0]}`, name] as const) : [],
    },
    {
      label: "Category",
      options: categories.map((category) => [`category:${category}`, category] as const),
    },
    { label: "Task", options: byTitle.map(({ id, title }) => [`task:${id}`, title] as const) },
  ];
  return (
    <chakra.div maxW={{ md: "24rem" }}>
      <Select
        label="Show"
        options={[[ALL, "Everything"]]}
        groups={groups.filter(({ options }) => options.length > 0)}
        value={value}
        onChange={onChange}
      />
    </chakra.div>
  );
}

/** What the field's value stands for; everything where that is gone. */
export function filterOf(value: string, tasks: readonly Task[], people: readonly Person[]): Filter {
  const [kind, rest] = [value.split(":", 1)[0], value.slice(value.indexOf(":") + 1)];
  if (kind === "person") {
    const person = people.find(({ ids }) => ids[0] === rest);
    return person ? { kind, ids: person.ids } : { kind: "all" };
  }
  const isThere =
    (kind === "room" && roomsOf(tasks).some(({ id }) => id === rest)) ||
    (kind === "category" && tasks.some(({ category }) => category === rest)) ||
    (kind === "task" && tasks.some(({ id }) => id === rest));
  return isThere ? { kind: kind as "room", value: rest } : { kind: "all" };
}

/** What a filter is of, in words. */
export function coverOf(filter: Filter, tasks: readonly Task[]): string {
  const { kind, value = "" } = { value: "", ...filter };
  if (kind === "room") return roomsOf(tasks).find(({ id }) => id === value)?.name ?? "";
  if (kind === "task") return tasks.find(({ id }) => id === value)?.title ?? "";
  return kind === "category" ? value : "Everything";
}

/** Of the review of what the field has chosen; a person's year is everybody's. */
export function reviewAddress(year: number, value: string): string {
  const isNarrowed = value !== ALL && !value.startsWith("person:");
  return `/record/${year}${isNarrowed ? `#${new URLSearchParams({ of: value })}` : ""}`;
}

/** The field's value in such an address. */
export const reviewValue = () => new URLSearchParams(location.hash.slice(1)).get("of") ?? ALL;
