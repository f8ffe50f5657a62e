import { chakra } from "@chakra-ui/react";
import { useDeferredValue, useMemo } from "react";
import { MINE, type Room, roomOf, roomsOf } from "../domain/households/rooms.ts";
import type { Task } from "../domain/tasks/task.ts";
import { createKept } from "../store/kept.ts";
import { useStore } from "../store/store.ts";
import { Choice } from "./choice.tsx";

const ALL = "";

/** The id of the room to which the lists are narrowed; it may be gone. */
export const chosenRoom = createKept("rota.room", ALL);

/** Some tasks, narrowed to a room. */
interface Narrowed {
  readonly shown: readonly Task[];
  readonly hidden: readonly Task[];
  /** whether tasks of several households are shown, which need to be told apart */
  readonly isMixed: boolean;
}

const NONE: readonly Task[] = [];

const householdsIn = (rooms: readonly Room[]) => rooms.filter(({ id }) => id !== MINE).length;

/** The tasks of the chosen room; all of them where it is gone, or where there is no other. */
export function useNarrowed(tasks: readonly Task[]): Narrowed {
  // The tap is drawn first; the list may be long.
  const wanted = useDeferredValue(useStore(chosenRoom));
  return useMemo(() => {
    const rooms = roomsOf(tasks);
    const isNarrow = rooms.length > 1 && rooms.some(({ id }) => id === wanted);
    if (!isNarrow) return { shown: tasks, hidden: NONE, isMixed: householdsIn(rooms) > 1 };
    const isShown = (task: Task) => roomOf(task) === wanted;
    return {
      shown: tasks.filter(isShown),
      hidden: tasks.filter((task) => !isShown(task)),
      isMixed: false,
    };
  }, [tasks, wanted]);
}

/** Narrows the lists to one household, or to one's own tasks; nothing where there is nothing to choose. */
export function RoomChoice({ tasks }: { tasks: readonly Task[] }) {
  const rooms = useMemo(() => roomsOf(tasks), [tasks]);
  const wanted = useStore(chosenRoom);
  if (rooms.length < 2) return null;
  const current = rooms.some(({ id }) => id === wanted) ? wanted : ALL;
  const choices: readonly Room[] = [{ id: ALL, name: "All" }, ...rooms];
  return (
    <chakra.fieldset mt="3" mb="2">
      <chakra.legend srOnly>Whose tasks</chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {choices.map(({ id, name }) => (
          <Choice key={id} ps="3">
            <input
              type="radio"
              name="room"
              checked={id === current}
              onChange={() => chosenRoom.setState(id)}
            />
            <bdi>{name}</bdi>
          </Choice>
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}
