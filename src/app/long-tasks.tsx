import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { useSession } from "../auth/session.ts";
import { useLongTasks } from "../sync/use-tasks.ts";
import { TouchLink } from "../ui/touch-link.ts";
import { useLocale } from "../ui/use-locale.ts";

export default function LongTasks() {
  const { t } = useLocale();
  const tasks = useLongTasks();
  const userId = useSession()?.userId;
  const id = useId();
  if (tasks.length === 0) return null;
  return (
    <chakra.section aria-labelledby={id} mt="8">
      <chakra.h2 id={id} fontSize="md">
        {t("Too long for this list // a heading of tasks")}
      </chakra.h2>
      <chakra.p mt="1" color="fg.muted">
        {t("Too much history to list; open each task.")}
      </chakra.p>
      <chakra.ul listStyleType="none" mt="2">
        {tasks.map((task) => (
          <li key={task.id}>
            <TouchLink href={`/task/${task.id}`} dir="auto" color="accent">
              {task.title}
            </TouchLink>
            {task.ownerId !== userId && (
              <chakra.span color="fg.muted">
                {" "}
                {t("of {name} // after a task: whose it is", {
                  name: task.people[task.ownerId] ?? "",
                })}
              </chakra.span>
            )}
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
