import { useEffect } from "react";
import type { Locale } from "../../domain/language/locale.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { createStore, useStore } from "../../store/store.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { whenIdle } from "../../ui/when-idle.ts";

/** 'Weekly on Friday' */
export type Rhythm = (task: Task, locale: Locale) => string;

/** Null until the words for rules have come. */
const words = createStore<{ readonly rhythm: Rhythm | null }>({ rhythm: null });

async function load(): Promise<void> {
  const { repeatText } = await import("../../domain/recurrence/rule-text.ts");
  words.setState({ rhythm: repeatText });
}

/** How often a task is due, for rows with room for it; null on a phone, which has it in the row's menu, but on its paper. */
export function useRhythm(): Rhythm | null {
  const isNarrow = useIsNarrow();
  const { rhythm } = useStore(words);
  useEffect(() => {
    if (rhythm) return;
    if (isNarrow) return whenIdle(load);
    load().catch(() => undefined);
  }, [rhythm, isNarrow]);
  return isNarrow ? null : rhythm;
}
