import { chakra } from "@chakra-ui/react";
import type { DisplayPerson } from "../domain/households/display.ts";
import type { Locale } from "../domain/language/locale.ts";
import { useLocale } from "../ui/use-locale.ts";
import { Face } from "./face.tsx";
import { personButton } from "./who-dialog.tsx";

interface PeopleButtonsProps {
  /** whether it is done before its day */
  isEarly?: boolean;
  people: readonly DisplayPerson[];
  /** the person id of whoever asks; null for nobody */
  me: string | null;
  onTick: (personId: string) => void;
}

/** Asks who did something, on a page that has nothing else to ask: oneself first. */
export function PeopleButtons({ isEarly = false, people, me, onTick }: PeopleButtonsProps) {
  const { t } = useLocale();
  const inOrder = [...people].sort((a, b) => Number(b.id === me) - Number(a.id === me));
  return (
    <chakra.ul
      aria-label={
        isEarly ? t("Done early, as // a list of people") : t("Done, as // a list of people")
      }
      display="grid"
      gap="3"
    >
      {inOrder.map(({ id, name, face }) => (
        <li key={id}>
          <chakra.button type="button" width="full" css={personButton} onClick={() => onTick(id)}>
            <Face name={name} face={face} size="large" />
            <chakra.span flex="1" minW="0" textAlign="start">
              {isEarly ? early(name, id === me, t) : done(name, id === me, t)}
            </chakra.span>
          </chakra.button>
        </li>
      ))}
    </chakra.ul>
  );
}

const done = (name: string, isMe: boolean, t: Locale["t"]) =>
  isMe ? t("Done, as {name} (you)", { name }) : t("Done, as {name}", { name });

const early = (name: string, isMe: boolean, t: Locale["t"]) =>
  isMe ? t("Done early, as {name} (you)", { name }) : t("Done early, as {name}", { name });
