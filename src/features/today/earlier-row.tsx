import { chakra } from "@chakra-ui/react";
import type { MouseEvent } from "react";
import type { Task } from "../../domain/tasks/task.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useMotionParts } from "./motion-parts.ts";

const EARLIER_PAGE = 30;

/** Opens a task's missed days in Overdue, or closes them; with `more`, shows so many more of them. */
export type ShowMissed = (what: { readonly taskId: string; readonly more?: number }) => void;

interface EarlierRowProps {
  task: Task;
  earlier: number;
  onShow: ShowMissed;
}

export function EarlierRow({ task, earlier, onShow }: EarlierRowProps) {
  const { t } = useLocale();
  const { Row } = useMotionParts();

  function show({ currentTarget }: MouseEvent<HTMLElement>) {
    const lastRow = currentTarget.closest("li")?.previousElementSibling;
    const added = Math.min(EARLIER_PAGE, earlier);
    onShow({ taskId: task.id, more: EARLIER_PAGE });
    announce(
      t(
        "{added, plural, one {# earlier day} other {# earlier days}} of {title} shown, {more, number} more",
        { added, title: task.title, more: earlier - added },
      ),
    );
    // To the row and not its tick: Enter pressed once too often must not complete a day.
    afterPaint(() => focusRowAfter(lastRow));
  }

  return (
    <Row data-task={task.id}>
      <chakra.div
        ps="2.875rem"
        borderColor="border"
        borderTopWidth="1px"
        css={{ "li:not(:last-child) > &": { borderBottomWidth: "1px" } }}
      >
        <Button
          variant="link"
          aria-label={t("and {count, number} earlier days of {title}", {
            count: earlier,
            title: task.title,
          })}
          onClick={show}
        >
          {t("and {count, number} earlier // days", { count: earlier })}
        </Button>
      </chakra.div>
    </Row>
  );
}

function focusRowAfter(lastRow: Element | null | undefined): void {
  let row = lastRow?.nextElementSibling;
  // This line itself may be leaving.
  while (row?.matches("[inert]")) row = row.nextElementSibling;
  if (!(row instanceof HTMLElement)) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}
