import { isolated } from "../language/isolated.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";

/** The doors beside the app: the link of a mail or a push, a household's tablet, a task's printed label, a program. */
export const VIAS = ["mail", "push", "display", "label", "token"] as const;
export type Via = (typeof VIAS)[number];

/** By which door something came; none for the app. */
export interface Door {
  readonly via?: Via | undefined;
  /** the name of that door, if it has one */
  readonly viaName?: string | undefined;
}

const TEXTS: Readonly<Record<Via, Message>> = {
  mail: msg("by mail // how somebody said that it is done"),
  push: msg("from a notification // how somebody said that it is done"),
  display: msg("on the kitchen tablet // where somebody said that it is done"),
  label: msg("by its label // how somebody said that it is done: a printed label"),
  token: msg("by another program // how somebody said that it is done"),
};

/** Reads a row's door; undefined for the app's. */
export const viaOf = (value: string | null | undefined): Via | undefined =>
  VIAS.find((via) => via === value);

/** 'by mail', 'on the tablet “Hall”', 'by Kitchen panel'; empty for the app. */
export function doorText({ via, viaName }: Door, { t }: Locale): string {
  if (!via) return "";
  const name = viaName && isolated(viaName);
  if (name && via === "token")
    return t("by {name} // how somebody said that it is done: another program", { name });
  return name && via === "display"
    ? t("on the tablet “{name}” // where somebody said that it is done", { name })
    : t(TEXTS[via]);
}

/** Who did it, or what was done, with the door: 'Bob, by mail'. */
export const withDoor = (what: string, door: Door, locale: Locale): string =>
  door.via
    ? locale.t("{what}, {door} // 'Bob did it, by mail'", { what, door: doorText(door, locale) })
    : what;
