import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { FIGURE_COLUMNS, type FigureColumn } from "../../domain/figures/figure-columns.ts";
import type { TaskFigures } from "../../domain/figures/task-figures.ts";
import { inEnglish } from "../../domain/language/messages.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { TouchLink } from "../../ui/touch-link.ts";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { useLocale } from "../../ui/use-locale.ts";

export interface FigureRow {
  readonly task: Task;
  readonly figures: TaskFigures;
}

interface FigureTableProps {
  rows: readonly FigureRow[];
  today: number;
}

export function FigureTable({ rows, today }: FigureTableProps) {
  const locale = useLocale();
  const { t } = locale;
  return useIsNarrow() ? (
    <FigureList rows={rows} today={today} />
  ) : (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t("Task")}</th>
          {FIGURE_COLUMNS.map((column) => (
            <th key={inEnglish(column.name)} scope="col">
              <FigureName column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ task, figures }) => (
          <tr key={task.id}>
            <th scope="row">
              <TaskLink task={task} />
            </th>
            {FIGURE_COLUMNS.map(({ name, text }) => (
              <td key={inEnglish(name)}>{text(figures, today, locale)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function FigureList({ rows, today }: FigureTableProps) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <>
      <chakra.ul
        aria-label={t("What the figures mean")}
        display="flex"
        flexWrap="wrap"
        columnGap="4"
      >
        {FIGURE_COLUMNS.map((column) => (
          <li key={inEnglish(column.name)}>
            <FigureName column={column} />
          </li>
        ))}
      </chakra.ul>
      <chakra.ul aria-label={t("Figures of each task")}>
        {rows.map(({ task, figures }) => (
          <chakra.li key={task.id} py="3" borderTopWidth="1px">
            <TaskLink task={task} />
            <chakra.dl
              display="grid"
              gridTemplateColumns="repeat(auto-fill, minmax(7rem, 1fr))"
              gap="2"
              mt="1"
              fontSize="sm"
              fontVariantNumeric="tabular-nums"
            >
              {FIGURE_COLUMNS.map(({ name, text }) => (
                <div key={inEnglish(name)}>
                  <chakra.dt color="fg.muted">{t(name)}</chakra.dt>
                  <dd>{text(figures, today, locale)}</dd>
                </div>
              ))}
            </chakra.dl>
          </chakra.li>
        ))}
      </chakra.ul>
    </>
  );
}

const TaskLink = ({ task }: { task: Task }) => (
  <TouchLink href={`/task/${task.id}`} dir="auto">
    {task.title}
  </TouchLink>
);

/** Its definition is one tap away: the browser's own popover, which Escape and a tap beside it close. */
function FigureName({ column: { name, definition } }: { column: FigureColumn }) {
  const { t } = useLocale();
  const id = useId();
  return (
    <>
      <chakra.button
        type="button"
        popoverTarget={id}
        minH="touch"
        textAlign="start"
        fontWeight="inherit"
        textDecoration={{ base: "underline dotted", _print: "none" }}
        textUnderlineOffset="0.2em"
      >
        {t(name)}
      </chakra.button>
      <chakra.div
        id={id}
        popover="auto"
        role="note"
        aria-label={t(name)}
        m="auto"
        p="4"
        maxW="min(24rem, calc(100vw - 2rem))"
        bg="bg.raised"
        color="fg"
        borderWidth="1px"
        borderRadius="card"
        boxShadow="float"
        fontSize="md"
        fontWeight="normal"
        textAlign="start"
      >
        <chakra.strong fontWeight="semibold">{t(name)}</chakra.strong>
        <p>{t(definition)}</p>
      </chakra.div>
    </>
  );
}

const Table = chakra("table", {
  base: {
    width: "full",
    tableLayout: "fixed",
    fontSize: "sm",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { px: "1", py: "1", textAlign: "start", verticalAlign: "top" },
    "& thead th": { fontWeight: "normal", color: "fg.muted", verticalAlign: "bottom" },
    "& tbody tr": { borderTopWidth: "1px" },
    "& tbody td": { verticalAlign: "middle" },
    "& thead th:first-of-type": { width: "26%" },
  },
});
