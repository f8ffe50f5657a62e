import type { ComponentProps } from "react";
import TasksTab from "../features/tasks/tasks-tab.tsx";
import { renderEarlyOnCard } from "./early.tsx";

/** The Tasks tab, with what another feature has on its cards. */
export default function TasksView(props: Omit<ComponentProps<typeof TasksTab>, "renderEarly">) {
  return <TasksTab {...props} renderEarly={renderEarlyOnCard} />;
}
