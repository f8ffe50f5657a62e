import { chakra } from "@chakra-ui/react";
import type { DisplayPerson } from "../domain/households/display.ts";
import { Face } from "./face.tsx";
import { personButton } from "./who-dialog.tsx";

interface PeopleButtonsProps {
  /** before each name, 'Done, as' */
  words: string;
  people: readonly DisplayPerson[];
  /** the person id of whoever asks; null for nobody */
  me: string | null;
  onTick: (personId: string) => void;
}

/** Asks who did something, on a page that has nothing else to ask: oneself first. */
export function PeopleButtons({ words, people, me, onTick }: PeopleButtonsProps) {
  const inOrder = [...people].sort((a, b) => Number(b.id === me) - Number(a.id === me));
  return (
    <chakra.ul aria-label={words} display="grid" gap="3">
      {inOrder.map(({ id, name, face }) => (
        <li key={id}>
          <chakra.button type="button" width="full" css={personButton} onClick={() => onTick(id)}>
            <Face name={name} face={face} size="large" />
            <chakra.span flex="1" minW="0" textAlign="start">
              {words} <bdi>{name}</bdi>
              {id === me && " (you)"}
            </chakra.span>
          </chakra.button>
        </li>
      ))}
    </chakra.ul>
  );
}
