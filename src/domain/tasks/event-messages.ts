import { type Message, msg } from "../language/messages.ts";

/** What events are called, by who made them (`who`, `name`) and for whom (`whom`). */

/** Texts of events without details. */
export const PLAIN: Readonly<Record<string, Message>> = {
  paused: msg("{who, select, you {You paused it} other {{name} paused it}}"),
  resumed: msg("{who, select, you {You ended the pause} other {{name} ended the pause}}"),
  created: msg("{who, select, you {You created it} other {{name} created it}}"),
  imported: msg(
    "{who, select, you {You imported it, with its history} other {{name} imported it, with its history}}",
  ),
  turn_taken: msg("{who, select, you {You took the turn} other {{name} took the turn}}"),
  turn_offer_withdrawn: msg(
    "{who, select, you {You no longer offer the turn} other {{name} no longer offers the turn}}",
  ),
  moved: msg("{who, select, you {You changed whose it is} other {{name} changed whose it is}}"),
  shared: msg(
    "{who, select, you {You changed with whom it is shared} other {{name} changed with whom it is shared}}",
  ),
  deleted: msg("{who, select, you {You deleted it} other {{name} deleted it}}"),
  restored: msg("{who, select, you {You brought it back} other {{name} brought it back}}"),
};

export const CHANGED = msg("{who, select, you {You changed it} other {{name} changed it}}");

/** The household's absences, without the person who entered them. */
export const AWAY = {
  paused: msg("Nobody is at home"),
  resumed: msg("Somebody is at home after all"),
} as const;

/** What somebody said of deeds that another one had imported in their name. */
export const CLAIMED = {
  mine: msg(
    "{who, select, you {You said that what {whom} had imported was yours} toYou {{name} said that what you had imported was theirs} other {{name} said that what {whom} had imported was theirs}}",
  ),
  left: msg(
    "{who, select, you {You left what {whom} had imported as it was} toYou {{name} left what you had imported as it was} other {{name} left what {whom} had imported as it was}}",
  ),
} as const;

/** What somebody did themselves, and what they said that another one did: on its day, and when. */
export const DONE = {
  done: {
    own: msg("{who, select, you {You did it} several {{name} did it} other {{name} did it}}"),
    ownWhen: msg(
      "{who, select, you {You did it on {when}} several {{name} did it on {when}} other {{name} did it on {when}}}",
    ),
    others: msg(
      "{who, select, you {You marked it done for {whom}} toYou {{name} marked it done for you} other {{name} marked it done for {whom}}}",
    ),
    othersWhen: msg(
      "{who, select, you {You marked it done on {when} for {whom}} toYou {{name} marked it done on {when} for you} other {{name} marked it done on {when} for {whom}}}",
    ),
    takenBack: msg(
      "{who, select, you {You took back that you did it} other {{name} took back that they did it}}",
    ),
    othersTakenBack: msg(
      "{who, select, you {You took back that {whom} did it} toYou {{name} took back that you did it} other {{name} took back that {whom} did it}}",
    ),
  },
  skipped: {
    own: msg(
      "{who, select, you {You skipped it} several {{name} skipped it} other {{name} skipped it}}",
    ),
    ownWhen: msg(
      "{who, select, you {You skipped it on {when}} several {{name} skipped it on {when}} other {{name} skipped it on {when}}}",
    ),
    others: msg(
      "{who, select, you {You marked it skipped for {whom}} toYou {{name} marked it skipped for you} other {{name} marked it skipped for {whom}}}",
    ),
    othersWhen: msg(
      "{who, select, you {You marked it skipped on {when} for {whom}} toYou {{name} marked it skipped on {when} for you} other {{name} marked it skipped on {when} for {whom}}}",
    ),
    takenBack: msg(
      "{who, select, you {You took back that you skipped it} other {{name} took back that they skipped it}}",
    ),
    othersTakenBack: msg(
      "{who, select, you {You took back that {whom} skipped it} toYou {{name} took back that you skipped it} other {{name} took back that {whom} skipped it}}",
    ),
  },
} as const;
