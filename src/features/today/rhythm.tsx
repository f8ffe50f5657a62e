import { repeatText } from "../../domain/recurrence/rule-text.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** How often a task comes back; a phone has it in the row's menu. */
export default function Rhythm({ task }: { task: Task }) {
  return <span className="rhythm">{repeatText(task, useLocale())}</span>;
}
