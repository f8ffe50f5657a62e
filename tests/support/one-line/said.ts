/** A rule's parts as they are said in one language, each list as it is joined. */
interface Said {
  /** every so many days, weeks, months, years */
  readonly every: readonly [string, string, string, string];
  readonly on: string;
  readonly onThe: string;
  /** first to fifth, last */
  readonly ordinals: readonly string[];
  readonly workday: string;
  readonly weekendDay: string;
  readonly lastDay: string;
  readonly nth: (day: number) => string;
  readonly ofMonth: (month: string) => string;
  readonly dayOf: (day: number, months: string) => string;
}

export const SAID: Readonly<Record<"de" | "fr" | "es" | "nl", Said>> = {
  de: {
    every: ["Alle # Tage", "Alle # Wochen", "Alle # Monate", "Alle # Jahre"],
    on: "am",
    onThe: "am",
    ordinals: ["ersten", "zweiten", "dritten", "vierten", "fünften", "letzten"],
    workday: "Werktag",
    weekendDay: "Wochenendtag",
    lastDay: "letzten Tag",
    nth: (day) => `${day}.`,
    ofMonth: (month) => `im ${month}`,
    dayOf: (day, months) => `${day}. ${months}`,
  },
  fr: {
    every: ["Tous les # jours", "Toutes les # semaines", "Tous les # mois", "Tous les # ans"],
    on: "le",
    onThe: "le",
    ordinals: ["premier", "deuxième", "troisième", "quatrième", "cinquième", "dernier"],
    workday: "jour ouvré",
    weekendDay: "jour de week-end",
    lastDay: "dernier jour",
    nth: (day) => (day === 1 ? "1er" : String(day)),
    ofMonth: (month) => (/^[ao]/.test(month) ? `d’${month}` : `de ${month}`),
    dayOf: (day, months) => `${day === 1 ? "1er" : day} ${months}`,
  },
  es: {
    every: ["Cada # días", "Cada # semanas", "Cada # meses", "Cada # años"],
    on: "el",
    onThe: "el",
    ordinals: ["primer", "segundo", "tercer", "cuarto", "quinto", "último"],
    workday: "día laborable",
    weekendDay: "día de fin de semana",
    lastDay: "último día",
    nth: String,
    ofMonth: (month) => `de ${month}`,
    dayOf: (day, months) => `${day} de ${months}`,
  },
  nl: {
    every: ["Elke # dagen", "Elke # weken", "Elke # maanden", "Elke # jaar"],
    on: "op",
    onThe: "op de",
    ordinals: ["eerste", "tweede", "derde", "vierde", "vijfde", "laatste"],
    workday: "werkdag",
    weekendDay: "weekenddag",
    lastDay: "laatste dag",
    nth: (day) => `${day}e`,
    ofMonth: (month) => `van ${month}`,
    dayOf: (day, months) => `${day} ${months}`,
  },
};
