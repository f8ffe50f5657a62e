import { Textarea } from "@chakra-ui/react";
import type { Task } from "../../domain/tasks/task.ts";
import { categoriesOf } from "../../domain/tasks/task-groups.ts";
import { FormField, TextField } from "../../ui/field.tsx";
import { SuggestInput } from "../../ui/suggest-input.tsx";
import type { FieldsProps } from "./draft.ts";

export function TextFields({
  tasks,
  draft,
  errors,
  onChange,
  onLeave,
}: FieldsProps & { tasks: readonly Task[] }) {
  return (
    <>
      <SuggestInput
        name="category"
        label="Category *"
        placeholder="Enter category"
        required
        value={draft.category}
        suggestions={categoriesOf(tasks)}
        error={errors.category}
        onChange={(text) => onChange({ category: text })}
        onBlur={() => draft.category && onLeave("category")}
      />
      <TextField
        name="title"
        label="Title *"
        placeholder="Enter task title"
        required
        autoComplete="off"
        value={draft.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
        onBlur={() => draft.title && onLeave("title")}
      />
      <FormField label="Notes" error={errors.subtitle}>
        <Textarea
          dir="auto"
          placeholder="Enter notes (optional)"
          value={draft.subtitle ?? ""}
          onChange={(event) => onChange({ subtitle: event.target.value || null })}
        />
      </FormField>
    </>
  );
}
