import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { dayIn, type TrueDeed, type TrueFile } from "../truth.ts";

interface Answers {
  readonly chores: { readonly res: readonly Chore[] };
  readonly archived: { readonly res: readonly Chore[] };
  readonly history: { readonly res: readonly History[] };
  readonly members: { readonly res: readonly { userId: number; displayName: string }[] };
}

interface Chore {
  readonly id: number;
  readonly name: string;
  readonly frequencyType: string;
  readonly nextDueDate: string | null;
  readonly isRolling: boolean;
  readonly isActive: boolean;
}

interface History {
  readonly id: number;
  readonly choreId: number;
  readonly performedAt: string;
  readonly dueDate: string | null;
  readonly completedBy: number;
  readonly notes: string | null;
  readonly status: number;
}

const SKIPPED = 2;
const OWN_INTERVAL = ["daily", "weekly", "monthly", "interval"];
const UNDATED = ["adaptive", "trigger", "no_repeat"];

const unpacked = (name: string) => gunzipSync(readFileSync(new URL(name, import.meta.url)));

/**
 * A household of Donetick's own making: the program of May 2026 was built and filled by its API (three people, 30
 * chores of ten kinds, 300 histories), which then answered what is true. Passwords and sessions were taken out.
 * @param format the database, or the API's answers
 */
export function donetickOwnFile(format: "sqlite" | "json"): TrueFile {
  const zone = "Europe/Berlin";
  const answers: Answers = JSON.parse(unpacked("answers.json.gz").toString());
  const chores = [...answers.chores.res, ...answers.archived.res];
  const names = new Map(answers.members.res.map((one) => [one.userId, one.displayName]));
  const deeds = answers.history.res.map((one): TrueDeed => {
    const at = Date.parse(one.performedAt);
    return {
      title: chores.find(({ id }) => id === one.choreId)?.name ?? "",
      status: one.status === SKIPPED ? "skipped" : "done",
      ...{ at, day: dayIn(zone, at) },
      due: one.dueDate === null ? undefined : dayIn(zone, Date.parse(one.dueDate)),
      ...{ by: [names.get(one.completedBy) ?? ""], note: one.notes ?? "", row: one.id },
      isLost: false,
    };
  });
  const openSince = chores.flatMap(
    ({ name, nextDueDate, isActive, isRolling, frequencyType: kind }) => {
      const isOwn = isRolling && OWN_INTERVAL.includes(kind);
      const isOpen = isActive && nextDueDate && !isOwn && !UNDATED.includes(kind);
      return isOpen ? [[name, dayIn(zone, Date.parse(nextDueDate))] as const] : [];
    },
  );
  const isDatabase = format === "sqlite";
  return {
    name: isDatabase ? "donetick.db" : "donetick.json",
    bytes: new Uint8Array(unpacked(isDatabase ? "donetick.db.gz" : "answers.json.gz")),
    ...{ zone, deeds, openSince: new Map(openSince), today: "2026-11-29" },
  };
}
