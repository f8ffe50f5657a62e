import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { whoIs } from "../domain/language/who.ts";
import type { Task } from "../domain/tasks/task.ts";
import {
  type DoersThen,
  insteadOf,
  nameInSentence,
  nextTurns,
  type Turn,
  turnOf,
  turnText,
} from "../domain/turns/turn-words.ts";
import { RichText } from "../ui/rich-text.tsx";
import { useLocale } from "../ui/use-locale.ts";
import { Face } from "./face.tsx";

export interface TurnWordsProps {
  task: Task;
  /** by which the occurrence is known; of `next` the first one that could be told */
  day: CalendarDate;
  today: CalendarDate;
  /**
   * `face`: the face of whose turn it is; `turn`: the face and 'Bob’s turn', on a display, which is nobody's; `next`:
   * the face and 'Next: Thu, Bob'; `was`: ' · was Bob’s turn' after other words; `instead`: what is `said` of
   * those who did it, and whose turn it was: 'Carol, it was Bob’s turn'
   */
  kind: "face" | "turn" | "next" | "was" | "instead";
  /** who did it, of `instead` */
  doers?: DoersThen | null;
  said?: string;
}

export default function TurnWords(props: TurnWordsProps) {
  const { task, day, today, kind, doers = null, said = "" } = props;
  const locale = useLocale();
  const { t } = locale;
  if (kind === "next") {
    const [next] = nextTurns(task, day, today, 1, locale);
    if (!next?.turn) return null;
    const who = nameInSentence(next.turn, locale);
    return (
      <WithFace turn={next.turn}>
        <span>
          <RichText
            parts={locale.parts("Next: {when}, <name>{who}</name> // whose turn comes next", {
              when: next.when,
              who,
              name: () => <Name>{who}</Name>,
            })}
          />
        </span>
      </WithFace>
    );
  }
  const turn = kind === "instead" ? insteadOf(task, day, doers, today) : turnOf(task, day, today);
  if (turn === null) return said;
  if (kind === "was" || kind === "instead") {
    const values = whoIs(turn.isMine, turn.name);
    return (
      <span>
        {kind === "was"
          ? ` · ${t("{who, select, you {was your turn} other {was {name}’s turn}} // after what became of a day", values)}`
          : t(
              "{who, select, you {{said}, it was your turn} other {{said}, it was {name}’s turn}} // said: who did it, and when",
              { ...values, said },
            )}
      </span>
    );
  }
  if (kind === "face") {
    const label = turnText(turn, locale);
    return (
      <span className="whose" role="img" aria-label={label} title={label}>
        <Face name={turn.name} face={turn.face} size="small" />
      </span>
    );
  }
  return (
    <WithFace turn={turn}>
      <span>
        <RichText
          parts={locale.parts("<name>{who}</name>’s turn", {
            who: turn.name,
            name: () => <Name>{turn.name}</Name>,
          })}
        />
      </span>
    </WithFace>
  );
}

function WithFace({ turn, children }: { turn: Turn; children: ReactNode }) {
  return (
    <span className="fact turn">
      <Face name={turn.name} face={turn.face} size="small" />
      {children}
    </span>
  );
}

/** A long name is cut, so that its row stays as high as any. */
const Name = ({ children }: { children: string }) => (
  <chakra.bdi
    title={children}
    display="-webkit-inline-box"
    css={{ WebkitBoxOrient: "vertical", WebkitLineClamp: "1" }}
    maxW="24ch"
    overflow="hidden"
    wordBreak="break-all"
    verticalAlign="bottom"
  >
    {children}
  </chakra.bdi>
);
