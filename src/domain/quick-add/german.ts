import { languageWords } from "./language-words.ts";

const EVERY = "(?:jede[nrsm]?|alle)";
const PART_OF_DAY = "(?:morgen|vormittag|mittag|nachmittag|abend|nacht)";
const DAYTIME = `(?:${PART_OF_DAY}s?|nächte|früh)(?! (?:und|&) )`;
/** 'freitag', 'freitags', 'freitagabend' */
const weekday = (name: string) => `${name}(?:s|e|en|${PART_OF_DAY}s?)?`;
const FULL = "(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)";
/** 'freitags': the habit is in the word. */
const HABIT = `${FULL}(?:${PART_OF_DAY})?s`;
const OF_MONTH = " (?:(?:in |eines )?jede[nsm]|des|im|pro) monats?";
const NTH_OF_YEAR = "(?<position>{nthWeekday}) (?:im|in|des) (?<months>{month})";
const ANY_DAYS = "(?<days>{workdays}|{weekend}|{days})";
const ONCE_A = "(?:einmal |1x |1 mal )?";
const PERIOD = "(?:tage?n?|wochen?|wochenenden?|monate?n?|quartale?n?|jahre?n?|jahreszeit(?:en)?)";
const RANGE = "{count} ?(?:-|–|bis|oder) ?{count}";

export const german = languageWords({
  language: "de",
  letters: { ä: "a", ae: "a", ö: "o", oe: "o", ü: "u", ue: "u", ß: "ss" },
  weekdays: [
    `mo|${weekday("montag")}`,
    `di|${weekday("dienstag")}`,
    `mi|${weekday("mittwoch")}`,
    `do|${weekday("donnerstag")}`,
    `fr|${weekday("freitag")}`,
    `sa|${weekday("samstag")}|${weekday("sonnabend")}`,
    `so|${weekday("sonntag")}`,
  ],
  ranges: ["(?:von )?{weekday} ?(?:-|–|bis) ?{weekday}"],
  everyDay: "jede[nm] tag|allen tagen",
  workdays:
    "werktag(?:e|en|s)?|arbeitstag(?:e|en|s)?|wochentag(?:e|en|s)?|unter der woche|werktäglich",
  weekend: "wochenenden?|wochenendtage?n?",
  months: [
    "jan(?:uar)?|jänner",
    "feb(?:ruar)?",
    "märz?|mrz",
    "apr(?:il)?",
    "mai",
    "jun[io]?",
    "jul[iy]?",
    "aug(?:ust)?",
    "sept?(?:ember)?",
    "okt(?:ober)?",
    "nov(?:ember)?",
    "dez(?:ember)?",
  ],
  day: "\\d{1,2}\\.?|ersten?",
  monthDay: "\\d{1,2}\\.?",
  firstDay: "ersten?(?: tag)?|1 tag|monatsersten|monatsanfang",
  lastDay: "letzten?(?: tag)?|monatsletzten|monatsende",
  and: "und",
  article: "am|den|der|jeden",
  numbers: [
    "ein(?:e[nrms]?)?",
    ..."zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" "),
  ],
  ordinals: [
    "erste[nrs]?|1\\.?",
    "zweite[nrs]?|2\\.?",
    "dritte[nrs]?|3\\.?",
    "vierte[nrs]?|4\\.?",
    "fünfte[nrs]?|5\\.?",
  ],
  last: "letzte[nrs]?",
  units: [
    ["tage?n?", "daily", 1],
    ["wochen?", "weekly", 1],
    ["monate?n?", "monthly", 1],
    ["quartale?n?|vierteljahre?n?", "monthly", 3],
    ["halbjahre?n?|halbe[sn]? jahre?", "monthly", 6],
    ["jahre?n?", "yearly", 1],
  ],
  adverbs: [
    ["tägliche?[nrs]?", "daily", 1],
    ["wöchentliche?[nrs]?", "weekly", 1],
    [
      "(?:14|vierzehn)-?tägige?[nrs]?|(?:zwei|2-?)wöchentliche?[nrs]?|(?:zwei|2-?)wöchige?[nrs]?",
      "weekly",
      2,
    ],
    ["monatliche?[nrs]?", "monthly", 1],
    ["(?:zwei|2-?)monatliche?[nrs]?", "monthly", 2],
    ["vierteljährliche?[nrs]?|quartalsweise", "monthly", 3],
    ["halbjährliche?[nrs]?", "monthly", 6],
    ["jährliche?[nrs]?", "yearly", 1],
  ],
  phrases: {
    today: ["heute"],
    tomorrow: ["morgen"],
    dayAfterTomorrow: ["übermorgen"],
    nextWeekday: ["nächste[nrs]? <weekday>", "<weekday> (?:in der )?nächste[rn]? woche"],
    nextWeek: ["(?:in der )?(?:nächste|kommende)[nr]? woche"],
    nextMonth: ["(?:im )?(?:nächste|kommende)[nm]? monat"],
    thisWeekend: ["(?:diese[sm]|am(?: kommenden)?|kommendes) wochenende"],
    thisWeekday: ["(?:diese[nrm]?|kommende[nr]?) <weekday>"],
    weekday: ["<weekday>"],
    cutWeekday: ["(?:mo|di|mi|do|fr|sa|so)(?!,? \\d)"],
    inSpan: ["in <count> <unit>"],
    dayOfMonth: ["(?:{weekday},? )?(?:de[nmr] )?<day> <month>(?:,? <year>)?"],
    numericDate: ["(?:{weekday},? )?(?:de[nmr] )?{numericDate}"],
    from: ["(?:ab|seit|vom|von|beginnend|start)(?: ab| am| dem| der| mit)?"],
    until: ["bis einschließlich(?: zum| am)?"],
    untilOrBy: ["bis(?: zum| zur| am)?"],
    once: ["(?:nur )?(?:einmal(?:ig)?|1x)(?: am)?"],
    on: ["(?:nur |erst |fällig )?(?:am|zum|an)|fällig|(?:bis )?spätestens(?: bis)?(?: am| zum)?"],
    during: ["für <count> <unit>", "<count> <unit> lang"],
    period: [
      `${ONCE_A}${EVERY} (?:(?:<count>|(?<nth>{ordinal})) )?<unit>`,
      `${ONCE_A}<adverb>`,
      "(?:einmal|1x|1 mal) (?:pro|je|in der|im|am|die|alle)(?: <count>)? <unit>",
      `${EVERY} ${DAYTIME}`,
      // 'jeden Morgen und Abend' keeps both in the title: one daily task says neither.
      `${EVERY}(?= ${PART_OF_DAY} (?:und|&) )`,
      "<count> <unit>(?={afterDone})",
    ],
    afterPeriod: [
      `,? (?:immer |jeweils )?(?:am|an|jede[nm]|immer|jeweils)(?: jede[nm])? ${ANY_DAYS}`,
      ",? (?:an )?(?<days>{everyDay})",
      `,? (?<days>{severalWeekdays}|${FULL}s?|werktags|wochentags)`,
      `,? ${NTH_OF_YEAR}`,
      `,? (?:immer |jeweils )?(?:am|zum) <position>(?:${OF_MONTH})?`,
      `,? am ${NTH_OF_YEAR}`,
      ",? am <day> <months>",
      ",? im <months>",
    ],
    afterDone: [
      ",? nachdem (?:es|sie|er|das|ich es) (?:zuletzt |das letzte mal )?(?:erledigt|gemacht|fertig|getan)(?: wurde| ist| war| habe)?",
      " nach (?:der |dem |jeder |jedem )?(?:letzten? )?(?:erledigung|erledigen|erledigt|abschluss|fertigstellung|mal|ausführung)",
    ],
    days: [
      `(?:am )?${EVERY} ${NTH_OF_YEAR}`,
      `am ${NTH_OF_YEAR} (?:jede[ns] jahre?s?|jährlich)`,
      `${EVERY} <day> <months>`,
      `${EVERY} <months>`,
      `(?:immer )?(?:am |zum |an )?(?:${EVERY} |den |der )?<position>${OF_MONTH}`,
      "(?:am|zum|jeden) (?<position>monats(?:ersten|letzten|ende|anfang))",
      `${EVERY} (?<position>(?:erste[nrs]?|1|{last}|{ordinal}(?:{between}{ordinal})+) {dayKind})`,
      `${EVERY} (?:<count>|(?<nth>{ordinal})) (?<days>{days}|{weekend})`,
      `(?:immer )?(?:an )?${EVERY} ${ANY_DAYS}`,
      `immer (?:am |an )?${ANY_DAYS}`,
      `(?<days>${HABIT}(?:{between}${HABIT})*|werktags|wochentags|unter der woche|werktäglich)`,
      "an (?:allen )?(?<days>{workdays}|wochenenden)",
      "(?<days>{weekday}[-–]{weekday}|von {weekday} bis {weekday})",
      "(?:am|an) (?<days>{severalWeekdays})",
    ],
    daysAtEnd: ["(?:am|zum|jeden) <position>", "(?<days>{severalWeekdays})"],
    daytime: [` ${DAYTIME}`],
    unknown: [
      // '3x pro Woche', 'zweimal wöchentlich', '2 mal im Monat', '3x/Woche'
      `(?:(?:zwei|drei|vier|fünf|mehr)mals?|{count} ?x|{count} ?mal) ?(?:(?:pro|je|in der|im|am|die|jede[nrs]?|/) ?)?(?:${PERIOD}|täglich|wöchentlich|monatlich|jährlich)`,
      `alle (?:paar|ein paar|${RANGE}) (?:${PERIOD}|stunden)`,
      "alle {count} (?:stunden|minuten)|alle jubeljahre",
      `jede[nrsm]? (?:\\S+ ){0,3}?(?:${PERIOD}|stunde)`,
      "jede[nrsm]?(?: {count})? \\S+|jede[nrsm]?$",
      `${RANGE} ${PERIOD}`,
      "halbmonatlich|stündlich|nächtlich|regelmäßig|gelegentlich|saisonal|ab und zu|ab und an|hin und wieder|von zeit zu zeit",
      "(?:im|vor dem|während des) (?:frühling|frühjahr|sommer|herbst|winter)s?",
    ],
    unknownAtEnd: [`${PART_OF_DAY}s(?<!morgen)|mo|di|mi|do|fr|sa`],
  },
  time: "um|gegen|uhr|\\d{1,2}(?:[:.]\\d\\d)?(?:h|uhr)?|früh|(?:morgen|vormittag|mittag|nachmittag|abend|nacht)s?|mitternacht",
  past: "letzte[nrs]?|vergangene[nrs]?|vorige[nrs]?",
  dotted: "\\d{1,2}|mo|di|mi|do|fr|sa|so|jan|feb|mär|mrz|apr|jun|jul|aug|sept?|okt|nov|dez",
  chores:
    "putz\\w*|staub\\w*|saug\\w*|wisch\\w*|kehr\\w*|feg\\w*|schrubb\\w*|\\w*aufräum\\w*|\\w*wäsche|wasch\\w*|bügel\\w*|\\w*müll\\w*|\\w*tonne|altpapier|altglas|kompost|handtücher|rasen|mäh\\w*|unkraut|jät\\w*|gieß\\w*|\\w*gießen|fütter\\w*|spülmaschine|geschirr\\w*|bad|bäder|klo|toilette",
});
