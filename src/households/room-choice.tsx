import { chakra } from "@chakra-ui/react";
import { useDeferredValue, useMemo } from "react";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { MINE, type Room, roomOf, roomsOf } from "../domain/households/rooms.ts";
import type { Task } from "../domain/tasks/task.ts";
import { isMine } from "../domain/turns/mine.ts";
import { createKept } from "../store/kept.ts";
import { useStore } from "../store/store.ts";
import { useLocale } from "../ui/use-locale.ts";

const ALL = "";

/** The viewer's own tasks, or the id of a household, which may be gone. */
export const chosenRoom = createKept("rota.room", ALL);

/** Some tasks, narrowed to what was chosen. */
interface Narrowed {
  readonly shown: readonly Task[];
  readonly hidden: readonly Task[];
  /** whether tasks of several households are shown, which need to be told apart */
  readonly isMixed: boolean;
  /** what else there is to choose, with what is chosen; none where there is nothing to choose */
  readonly choices: readonly Room[];
}

const NONE: readonly Task[] = [];

/** The tasks of what was chosen; all of them where that is gone, or where there is no other. */
export function useNarrowed(tasks: readonly Task[], today: CalendarDate): Narrowed {
  const locale = useLocale();
  // The tap is drawn first; the list may be long.
  const wanted = useDeferredValue(useStore(chosenRoom));
  return useMemo(() => {
    const { t } = locale;
    const households = roomsOf(tasks, locale).filter(({ id }) => id !== MINE);
    const others = households.length > 1 ? households : [];
    const hasMine = others.length > 0 || tasks.some((task) => !isMine(task, today));
    const choices = hasMine
      ? [{ id: ALL, name: t("All // tasks") }, { id: MINE, name: t("Mine // tasks") }, ...others]
      : [];
    const isMixed = others.length > 0;
    const current = choices.find(({ id }) => id === wanted)?.id ?? ALL;
    if (current === ALL) return { shown: tasks, hidden: NONE, isMixed, choices };
    const isShown = (task: Task) =>
      current === MINE ? isMine(task, today) : roomOf(task) === current;
    return {
      shown: tasks.filter(isShown),
      hidden: tasks.filter((task) => !isShown(task)),
      isMixed: isMixed && current === MINE,
      choices,
    };
  }, [tasks, wanted, today, locale]);
}

/** Narrows the lists to what is the viewer's, or to one household; nothing where there is nothing to choose. */
export function RoomChoice({ choices }: Pick<Narrowed, "choices">) {
  const { t } = useLocale();
  const wanted = useStore(chosenRoom);
  if (choices.length === 0) return null;
  const current = choices.some(({ id }) => id === wanted) ? wanted : ALL;
  return (
    <Segments>
      <chakra.legend srOnly>{t("Whose tasks")}</chakra.legend>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input
            type="radio"
            name="room"
            checked={id === current}
            onChange={() => chosenRoom.setState(id)}
          />
          <bdi title={name}>{name}</bdi>
        </label>
      ))}
    </Segments>
  );
}

/** One line of choices, as high as a control without moving what is around it. */
const Segments = chakra("fieldset", {
  base: {
    display: "flex",
    // One line, however long a household's name is.
    maxW: "full",
    overflowX: "auto",
    my: "-2",
    fontSize: "sm",
    fontWeight: "semibold",
    "& label": {
      position: "relative",
      display: "grid",
      placeItems: "center",
      minH: "touch",
      minW: "touch",
      color: "fg.muted",
      cursor: "pointer",
    },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
    "& bdi": {
      maxW: "12rem",
      px: "3",
      py: "1",
      borderRadius: "full",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
    },
    "& label:hover bdi": { bg: "bg.muted" },
    "& :checked + bdi": {
      bg: "accent.subtle",
      color: "accent",
      boxShadow: "inset 0 0 0 1px {colors.accent}",
    },
    "& :focus-visible + bdi": {
      outline: "2px solid",
      outlineColor: "accent",
      outlineOffset: "2px",
    },
  },
});
