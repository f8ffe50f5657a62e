import { languageWords } from "./language-words.ts";

const EVERY = "(?:elke?|ieder|iedere|alle)";
const PART_OF_DAY = "(?:ochtend|morgen|middag|namiddag|avond|nacht)(?:en|s)?";
const DAYTIME = `(?:'s )?${PART_OF_DAY}(?! (?:en|&) )`;
/** 'vrijdag', 'vrijdagen', 'vrijdagavond' */
const weekday = (name: string) => `${name}(?:en|s|${PART_OF_DAY})?`;
const FULL = "(?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)";
/** 'vrijdags': the habit is in the word. */
const HABIT = `${FULL}s`;
const OF_MONTH = " (?:van|in|per)(?: de| elke| iedere)? maand";
const NTH_OF_YEAR = "(?<position>{nthWeekday}) (?:van|in) (?<months>{month})";
const ANY_DAYS = "(?<days>{workdays}|{weekend}|{days})";
const DATED = "(?:{weekday},? )?(?:de )?";
const ONE_TIME = "(?:een ?keer|eenmaal|eens|1 ?x|1 keer)";
const PERIOD =
  "(?:dag(?:en)?|week|weken|weekend(?:s|en)?|maand(?:en)?|kwarta(?:al|len)|seizoen|jaar|jaren)";
const RANGE = "{count} ?(?:-|–|tot|à|of) ?{count}";

export const dutch = languageWords({
  language: "nl",
  letters: { é: "e", ë: "e", è: "e", ó: "o", ï: "i", à: "a", ĳ: "ij" },
  weekdays: [
    `ma|${weekday("maandag")}`,
    `di|${weekday("dinsdag")}`,
    `woe?|${weekday("woensdag")}`,
    `do|${weekday("donderdag")}`,
    `vr|${weekday("vrijdag")}`,
    `za|${weekday("zaterdag")}`,
    `zo|${weekday("zondag")}`,
  ],
  ranges: ["(?:van )?{weekday} ?(?:-|–|t/m|tot(?: en met)?) ?{weekday}"],
  everyDay: "(?:elke|iedere) dag|alle dagen",
  workdays: "werkdag(?:en)?|weekdag(?:en)?|doordeweekse? dag(?:en)?|doordeweeks",
  weekend: "weekend(?:s|en|dag|dagen)?",
  months: [
    "jan(?:uari)?",
    "feb(?:ruari)?",
    "maart|mrt",
    "apr(?:il)?",
    "mei",
    "juni?",
    "juli?",
    "aug(?:ustus)?",
    "sept?(?:ember)?",
    "okt(?:ober)?",
    "nov(?:ember)?",
    "dec(?:ember)?",
  ],
  day: "\\d{1,2}(?:e|ste|de)?",
  monthDay: "\\d{1,2}(?:e|ste|de)?",
  firstDay: "(?:eerste|1e|1ste) dag",
  lastDay: "laatste dag",
  and: "en",
  article: "de|op|op de|elke",
  dateSigns: "./-",
  numbers: ["een", ..."twee drie vier vijf zes zeven acht negen tien elf twaalf".split(" ")],
  ordinals: ["eerste|1s?t?e", "tweede|2d?e", "derde|3d?e", "vierde|4d?e", "vijfde|5d?e"],
  last: "laatste",
  units: [
    ["dag(?:en)?", "daily", 1],
    ["week|weken", "weekly", 1],
    ["maand(?:en)?", "monthly", 1],
    ["kwarta(?:al|len)", "monthly", 3],
    ["half ?jaar|halve jaren", "monthly", 6],
    ["jaar|jaren", "yearly", 1],
  ],
  adverbs: [
    ["dagelijkse?", "daily", 1],
    ["wekelijkse?", "weekly", 1],
    ["(?:twee|2-?)wekelijkse?|veertiendaagse?|14-daagse?", "weekly", 2],
    ["maandelijkse?", "monthly", 1],
    ["(?:twee|2-?)maandelijkse?", "monthly", 2],
    ["(?:drie|3-?)maandelijkse?|kwartaallijkse?", "monthly", 3],
    ["half ?jaarlijkse?", "monthly", 6],
    ["jaarlijkse?", "yearly", 1],
  ],
  phrases: {
    today: ["vandaag"],
    tomorrow: ["morgen"],
    dayAfterTomorrow: ["overmorgen"],
    nextWeekday: ["volgende(?: week)? <weekday>", "<weekday> volgende week"],
    nextWeek: ["volgende week"],
    nextMonth: ["volgende maand"],
    thisWeekend: ["(?:dit|komend|in het)(?: komende)? weekend"],
    thisWeekday: ["(?:deze|komende|aanstaande|aankomende) <weekday>"],
    weekday: ["<weekday>"],
    cutWeekday: ["(?:ma|di|woe?|do|vr|za|zo)(?!,? \\d)"],
    inSpan: ["over <count> <unit>"],
    dayOfMonth: [`${DATED}<day> <month>(?:,? <year>)?`],
    numericDate: [`${DATED}{numericDate}`],
    from: ["(?:vanaf|sinds|ingaande|met ingang van|beginnend)(?: op)?"],
    until: ["tot(?: en met| aan)?|t/m"],
    untilOrBy: [],
    once: ["(?:slechts )?(?:eenmalig|een ?keer|eenmaal|1x)(?: op)?"],
    on: ["(?:alleen |pas )?op|voor|tegen|uiterlijk(?: op)?"],
    during: ["(?:gedurende|voor) <count> <unit>", "<count> <unit> lang"],
    period: [
      `(?:${ONE_TIME} )?${EVERY} (?:(?:<count>|(?<nth>{ordinal})) )?<unit>`,
      "om (?:de|het) <count> <unit>",
      "om (?<other>de|het|de andere|het andere) <unit>",
      "<adverb>",
      `${ONE_TIME} (?:per|in de|in het|op de|om de) (?:<count> )?<unit>`,
      "per <unit>",
      `${EVERY} ${DAYTIME}`,
      // 'elke ochtend en avond' keeps both in the title: one daily task says neither.
      `${EVERY}(?= ${PART_OF_DAY} (?:en|&) )`,
      "<count> <unit>(?={afterDone})",
    ],
    afterPeriod: [
      `,? (?:op|elke|iedere|in het|in de|altijd op)(?: elke)? ${ANY_DAYS}`,
      ",? (?:op )?(?<days>{everyDay})",
      `,? (?<days>{severalWeekdays}|${FULL}s?|doordeweeks)`,
      `,? (?:op )?(?:de )?${NTH_OF_YEAR}`,
      `,? (?:op de|op|de) <position>(?:${OF_MONTH})?`,
      ",? op (?:de )?<day>(?: van)? <months>",
      ",? in <months>",
    ],
    afterDone: [
      ",? nadat (?:het|ze|hij|dit|ik het) (?:(?:voor het laatst )?(?:gedaan|voltooid|afgerond|klaar)(?: is| was| werd| heb)?|is gedaan|werd gedaan)",
      " na (?:het |de |elke )?(?:laatste keer|voltooiing|voltooien|voltooid|afronding|afronden|uitvoering|gedaan|doen|afvinken)",
    ],
    days: [
      `${EVERY} ${NTH_OF_YEAR}`,
      `(?:op )?de ${NTH_OF_YEAR} (?:van )?(?:elk|ieder) jaar`,
      `${EVERY} <day> <months>`,
      `${EVERY} <months>`,
      `(?:op )?(?:de |${EVERY} )?<position>${OF_MONTH}`,
      `${EVERY} (?<position>(?:eerste|1s?t?e|laatste|{ordinal}(?:{between}{ordinal})+) {dayKind})`,
      `${EVERY} (?:<count>|(?<nth>{ordinal})) (?<days>{days}|{weekend})`,
      "om (?:de|het) <count> (?<days>{days}|{weekend})",
      "om (?<other>de|het|de andere|het andere) (?<days>{days}|{weekend})",
      `${EVERY} (?<position>\\d{1,2}(?:e|ste|de)(?:{between}\\d{1,2}(?:e|ste|de))*)`,
      `${EVERY} ${ANY_DAYS}`,
      `(?:'s )?(?<days>${HABIT}(?:{between}(?:'s )?${HABIT})*)`,
      "(?<days>doordeweeks)",
      "(?:op|in de|in) (?<days>{workdays}|weekend(?:s|en|dagen))",
      "(?<days>{weekday}[-–]{weekday}|van {weekday} (?:tot(?: en met)?|t/m) {weekday})",
      "op (?<days>{severalWeekdays})",
    ],
    daysAtEnd: ["(?:op )?de <position>", "(?<days>{severalWeekdays})"],
    daytime: [` ${DAYTIME}`],
    unknown: [
      // '3x per week', 'twee keer per maand', '3x/week'
      `(?:tweemaal|driemaal|{count} ?x|(?:{count}|meerdere|enkele) (?:keer|maal)) ?(?:(?:per|in de|in het|op een|elke?|iedere|/) ?)?${PERIOD}`,
      `(?:elke?|iedere?|om de) (?:\\S+ ){0,3}?(?:${PERIOD}|uur|uren)`,
      `alle (?:paar|${RANGE}) ${PERIOD}`,
      "(?:elke|iedere)(?: {count})? \\S+|(?:elke|iedere)$",
      `${RANGE} ${PERIOD}`,
      "halfmaandelijks|regelmatig|af en toe|zo nu en dan|nu en dan|van tijd tot tijd|soms",
      "(?:in de|in het|voor de|tijdens de) (?:lente|voorjaar|zomer|herfst|najaar|winter)",
    ],
    unknownAtEnd: ["'s (?:ochtends|morgens|middags|avonds|nachts)|ma|di|wo|do|vr|za"],
  },
  time: "om|rond|uur|u|\\d{1,2}(?:[:.]\\d\\d)?u?|'s|(?:ochtend|morgen|middag|avond|nacht)s?|middernacht",
  past: "vorige|afgelopen|laatste",
  dotted: "jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec|ma|di|wo|do|vr|za|zo",
  chores:
    "stofzuig\\w*|zuigen|dweil\\w*|veeg\\w*|vegen|poets\\w*|schoonmaken|schoonmaak|afstoffen|stoffen|opruimen|was|wassen|strijk\\w*|vuilnis\\w*|afval|prullenbak|kliko|container|papier|gft|compost|beddengoed|lakens|handdoeken|gras|maaien|onkruid|wieden|planten|water geven|voeren|afwas\\w*|vaatwasser|badkamer|wc|toilet",
});
