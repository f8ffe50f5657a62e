import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Task } from "../domain/tasks/task.ts";
import {
  type DoersThen,
  insteadOf,
  nameInSentence,
  nextTurns,
  type Turn,
  turnName,
  turnOf,
} from "../domain/turns/turn-words.ts";
import { useDateStyle } from "../ui/use-date-style.ts";
import { Face } from "./face.tsx";

export interface TurnWordsProps {
  task: Task;
  /** by which the occurrence is known; of `next` and `ahead` the first one that could be told */
  day: CalendarDate;
  today: CalendarDate;
  /**
   * `face`: the face of whose turn it is; `turn`: 'Bob’s turn' with the face; `name`: the face and 'Bob'; `next`: the face and 'Next: Thu, Bob';
   * `ahead`: 'Thu Bob, Fri Carol'; `was`: ' · was Bob’s turn' after other words; `instead`: ', it was Bob’s
   * turn' after the names of those who did it
   */
  kind: "face" | "turn" | "name" | "next" | "ahead" | "was" | "instead";
  /** who did it, of `instead` */
  doers?: DoersThen | null;
}

/** A week has as many days. */
const MOST_AHEAD = 7;

export default function TurnWords({ task, day, today, kind, doers = null }: TurnWordsProps) {
  const style = useDateStyle();
  if (kind === "ahead") return <Ahead task={task} day={day} today={today} />;
  if (kind === "next") {
    const [next] = nextTurns(task, day, today, 1, style);
    if (!next?.turn) return null;
    return (
      <WithFace turn={next.turn}>
        <span>
          Next: {next.when}, <Name>{nameInSentence(next.turn)}</Name>
        </span>
      </WithFace>
    );
  }
  const turn = kind === "instead" ? insteadOf(task, day, doers, today) : turnOf(task, day, today);
  if (turn === null) return null;
  if (kind === "was" || kind === "instead") {
    return (
      <span>
        {kind === "was" ? " · was " : ", it was "}
        <Whose turn={turn} />
      </span>
    );
  }
  if (kind === "face") {
    const label = turn.isMine ? "Your turn" : `${turn.name}’s turn`;
    return (
      <span className="whose" role="img" aria-label={label} title={label}>
        <Face name={turn.name} face={turn.face} size="small" />
      </span>
    );
  }
  if (kind === "name") {
    return (
      <WithFace turn={turn}>
        <Name>{turnName(turn)}</Name>
      </WithFace>
    );
  }
  // A phone's row has room for 'You' and 'Bob' alone, and says the whole of it to those who hear it.
  return (
    <WithFace turn={turn} label={turn.isMine ? "Your turn" : `${turn.name}’s turn`}>
      <span>
        {turn.isMine ? "You" : <Name style={SHORT}>{turn.name}</Name>}
        <span className="rest">{turn.isMine ? "r turn" : "’s turn"}</span>
      </span>
    </WithFace>
  );
}

/** A day and its name stand on one line, where it has room for them. */
const IN_ONE_PIECE = { display: "inline-block" } as const;

interface WithFaceProps {
  turn: Turn;
  /** all that is heard, where less may be seen */
  label?: string;
  children: ReactNode;
}

function WithFace({ turn, label, children }: WithFaceProps) {
  return (
    <span className="fact turn" {...(label && { role: "img", "aria-label": label })}>
      <Face name={turn.name} face={turn.face} size="small" />
      {children}
    </span>
  );
}

const ONE_LINE = {
  display: "-webkit-inline-box",
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: 1,
  maxWidth: "24ch",
  overflow: "hidden",
  overflowWrap: "anywhere",
  verticalAlign: "bottom",
} as const;

/** Beside a title, on a phone, there is less room. */
const SHORT = { ...ONE_LINE, maxWidth: "min(24ch, 20vw)" };

/** A long name is cut, so that its row stays as high as any. */
function Name({ children, style = ONE_LINE }: { children: string; style?: CSSProperties }) {
  return (
    <bdi title={children} style={style}>
      {children}
    </bdi>
  );
}

function Whose({ turn: { isMine, name } }: { turn: Turn }) {
  if (isMine) return "your turn";
  return (
    <>
      <bdi>{name}</bdi>’s turn
    </>
  );
}

function Ahead({ task, day, today }: Pick<TurnWordsProps, "task" | "day" | "today">) {
  const style = useDateStyle();
  const turns = nextTurns(task, day, today, task.turnLength === "each" ? MOST_AHEAD : 2, style);
  const [first, ...others] = turns;
  if (first?.turn && others.every(({ turn }) => turn?.id === first.turn?.id)) {
    return (
      <WithFace turn={first.turn}>
        <Name>{turnName(first.turn)}</Name>
      </WithFace>
    );
  }
  return (
    <span className="turns-ahead">
      {turns.map(({ day: start, when, turn }, index) => (
        <Fragment key={start}>
          {index > 0 && " "}
          <span style={IN_ONE_PIECE}>
            {when} <bdi>{nameInSentence(turn)}</bdi>
            {index < turns.length - 1 && ","}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
