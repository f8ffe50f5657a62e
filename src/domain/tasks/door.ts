import { isolated } from "../language/isolated.ts";

/** The doors beside the app: the link of a mail or a push, a household's tablet, a task's printed label. */
export const VIAS = ["mail", "push", "display", "label"] as const;
export type Via = (typeof VIAS)[number];

/** By which door something came; none for the app. */
export interface Door {
  readonly via?: Via | undefined;
  /** the name of that door, if it has one */
  readonly viaName?: string | undefined;
}

const TEXTS: Readonly<Record<Via, string>> = {
  mail: "by mail",
  push: "from a notification",
  display: "on the kitchen tablet",
  label: "by its label",
};

/** Reads a row's door; undefined for the app's. */
export const viaOf = (value: string | null | undefined): Via | undefined =>
  VIAS.find((via) => via === value);

/** 'by mail', 'on the tablet “Hall”'; empty for the app. */
export function doorText({ via, viaName }: Door): string {
  if (!via) return "";
  return via === "display" && viaName ? `on the tablet “${isolated(viaName)}”` : TEXTS[via];
}

/** The same after who did it: ', by mail'. */
export const viaText = (door: Door): string => (door.via ? `, ${doorText(door)}` : "");
