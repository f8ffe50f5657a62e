import { languageWords } from "./language-words.ts";

const EVERY = "(?:tous les|toutes les|chaque)";
const EVERY_YEAR = "(?:tous les ans|chaque année)";
const PART_OF_DAY = "(?:matin|midi|après-midi|après midi|soir|nuit)s?";
const DAYTIME = `${PART_OF_DAY}(?! (?:et|&) )`;
const OF_MONTH = " (?:du|de chaque|dans le|de tous les|par) mois";
const OF = "(?:de |d'|du mois de |du mois d')";
const NTH_OF_YEAR = `(?<position>{nthWeekday}) ${OF}(?<months>{month})`;
const ANY_DAYS = "(?<days>{workdays}|{weekend}|{days})";
const DATED = "(?:le )?(?:{weekday},? )?(?:le )?";
const PERIOD = "(?:jours?|semaines?|week-?ends?|mois|trimestres?|saisons?|ans?|années?)";
const RANGE = "{count} ?(?:-|–|à|ou) ?{count}";
const ENDINGS = "(?:s|le|les|ne|nes|lement|nement|ment)?";

export const french = languageWords({
  language: "fr",
  letters: {
    à: "a",
    â: "a",
    é: "e",
    è: "e",
    ê: "e",
    ë: "e",
    î: "i",
    ï: "i",
    ô: "o",
    ù: "u",
    û: "u",
    ç: "c",
  },
  weekdays: [
    "lun|lundis?",
    "mar|mardis?",
    "mer|mercredis?",
    "jeu|jeudis?",
    "ven|vendredis?",
    "sam|samedis?",
    "dim|dimanches?",
  ],
  ranges: ["(?:du |de )?{weekday} ?(?:-|–|au|à|jusqu'au) ?{weekday}"],
  everyDay: "tous les jours|chaque jour",
  workdays: "jours? ouvr(?:é|able)s?|jours? de (?:la )?semaine|jours? de travail|en semaine",
  weekend: "week-?ends?|week ends?|fins? de semaine|jours? de week-?end",
  months: [
    "janv?(?:ier)?",
    "févr?(?:ier)?",
    "mars",
    "avr(?:il)?",
    "mai",
    "juin",
    "juil(?:let)?",
    "août",
    "sept?(?:embre)?",
    "oct(?:obre)?",
    "nov(?:embre)?",
    "déc(?:embre)?",
  ],
  day: "\\d{1,2}(?:er)?|premier",
  monthDay: "\\d{1,2}(?:er|e|ème)?",
  firstDay: "(?:premier|1er) jour",
  lastDay: "dernier jour|fin",
  and: "et",
  article: "les?|la|du|chaque|tous les",
  numbers: ["une?", ..."deux trois quatre cinq six sept huit neuf dix onze douze".split(" ")],
  ordinals: [
    "premi(?:er|ère)s?|1(?:er|re|ère)s?",
    "deuxièmes?|seconde?s?|2(?:e|nde?|ème)s?",
    "troisièmes?|3(?:e|ème)s?",
    "quatrièmes?|4(?:e|ème)s?",
    "cinquièmes?|5(?:e|ème)s?",
  ],
  last: "derni(?:er|ère)s?",
  units: [
    ["jours?(?! ouvr| de (?:la )?semaine| de travail)", "daily", 1],
    ["semaines?", "weekly", 1],
    // Two weeks, as people count them; '15 jours' is what it says.
    ["quinze jours|quinzaines?", "weekly", 2],
    ["mois", "monthly", 1],
    ["trimestres?", "monthly", 3],
    ["semestres?", "monthly", 6],
    ["ans?|années?", "yearly", 1],
  ],
  adverbs: [
    [`quotidien${ENDINGS}|journellement`, "daily", 1],
    ["hebdo(?:madaires?|madairement)?", "weekly", 1],
    [`mensuel${ENDINGS}`, "monthly", 1],
    [`trimestriel${ENDINGS}`, "monthly", 3],
    [`semestriel${ENDINGS}`, "monthly", 6],
    [`annuel${ENDINGS}`, "yearly", 1],
  ],
  phrases: {
    today: ["(?:d')?aujourd'hui"],
    tomorrow: ["demain"],
    dayAfterTomorrow: ["après-demain|après demain"],
    nextWeekday: ["<weekday> (?:en huit|de la semaine prochaine)"],
    nextWeek: ["(?:la )?semaine prochaine"],
    nextMonth: ["(?:le )?mois prochain"],
    thisWeekend: ["ce week-?end"],
    thisWeekday: ["ce <weekday>"],
    weekday: ["<weekday>(?: prochain)?(?! (?:dernier|passé))"],
    cutWeekday: ["(?:lun|mar|mer|jeu|ven|sam|dim)(?!,? \\d)"],
    inSpan: ["(?:dans|d'ici) <count> <unit>", "dans (?<unit>quinze jours)"],
    dayOfMonth: [`${DATED}<day> <month>(?:,? <year>)?`],
    numericDate: [`${DATED}{numericDate}`],
    from: ["(?:à partir|à compter|dès|depuis|en commençant)(?: du| de| le)?"],
    until: ["jusqu'(?:au|à|en)|jusque"],
    untilOrBy: [],
    once: ["(?:juste |seulement )?une (?:seule )?fois(?: le)?"],
    on: [
      "(?:seulement )?le(?= (?:{weekday},? )?\\d)",
      "(?:à faire |au plus tard )?(?:pour|avant|d'ici)(?: à)?(?: le)?|au plus tard(?: le)?",
    ],
    during: ["(?:pendant|durant|pour) <count> <unit>", "(?:pendant|durant) (?<unit>quinze jours)"],
    period: [
      `(?:une fois )?${EVERY} (?:<count> )?<unit>`,
      "(?:une fois )?<adverb>",
      "(?:une|1) fois (?:par |tous les |toutes les |l')(?:<count> )?<unit>",
      "une? <unit> sur <count>",
      `${EVERY} ${DAYTIME}`,
      // 'tous les matins et soirs' keeps both in the title: one daily task says neither.
      `${EVERY}(?= ${PART_OF_DAY} (?:et|&) )`,
      "<count> <unit>(?={afterDone})",
    ],
    afterPeriod: [
      `,? (?:le |les |tous les |chaque )${ANY_DAYS}`,
      ",? (?<days>{everyDay}|{severalWeekdays}|en semaine)",
      `,? (?:le )?${NTH_OF_YEAR}`,
      `,? (?:le |les |au )<position>(?:${OF_MONTH})?`,
      `,? le <day> (?:${OF})?<months>`,
      ",? en (?<months>{month}),? (?:le |les )(?<position>{nthWeekday})",
      ",? (?:en |au mois de |au mois d')<months>",
    ],
    afterDone: [
      " après (?:l'avoir (?:fait|terminé)e?s?|qu'(?:il|elle) (?:est|soit|a été) (?:fait|terminé)e?|que (?:c'est|ce soit|ce sera) (?:fait|terminé)|(?:la |chaque )?(?:dernière (?:fois|exécution)|exécution|réalisation|fin)|fait|terminé)",
    ],
    days: [
      `${EVERY} ${NTH_OF_YEAR}`,
      `le ${NTH_OF_YEAR} (?:de )?${EVERY_YEAR}`,
      `${EVERY} <day> (?:${OF})?<months>`,
      "(?:chaque|tous les mois de|tous les mois d')(?: mois de)? ?<months>",
      `(?:le |les |${EVERY} )?<position>${OF_MONTH}`,
      "(?:en |à la )?(?<position>fin) (?:de|du|de chaque) mois",
      `${EVERY} (?<position>{nthWeekday})`,
      `${EVERY} <count> (?<days>{days}|{weekend})`,
      "une? (?<days>{days}|{weekend}) sur <count>",
      `${EVERY} ${ANY_DAYS}`,
      `les ${ANY_DAYS}`,
      "(?<days>en semaine|lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches)",
      "(?<days>{weekday}[-–]{weekday}|(?:du|de) {weekday} (?:au|à) {weekday})",
    ],
    daysAtEnd: ["les? <position>", `le ${ANY_DAYS}`, "(?<days>{severalWeekdays})"],
    daytime: [` (?:le |au )?${DAYTIME}`],
    unknown: [
      // '3x par semaine', 'deux fois par mois', '3x/semaine'
      `(?:{count} ?x|(?:{count}|plusieurs) fois) ?(?:(?:par|chaque|tous les|toutes les|le|la|/) ?|l')?${PERIOD}`,
      `${EVERY} (?:\\S+ ){0,3}?(?:${PERIOD}|heures?)`,
      "chaque(?: {count})? \\S+|chaque$",
      `${RANGE} ${PERIOD}`,
      "bimensuel(?:le)?(?:ment)?|bimestriel(?:le)?(?:ment)?|bihebdomadaire|régulièrement|parfois|de temps en temps|de temps à autre|à l'occasion",
      "au printemps|en (?:été|automne|hiver)|(?:avant|pendant) (?:l'|le )(?:printemps|été|automne|hiver)",
    ],
    unknownAtEnd: ["(?:le |la |l')(?:matin|midi|après-midi|soir|nuit)|lun|jeu|ven|sam|dim"],
  },
  time: "à|vers|\\d{1,2}(?:[:.h]\\d{0,2})?|h|heures?|midi|minuit|du|matin|après-midi|soir|nuit",
  past: "(?!)",
  dotted: "janv?|févr?|avr|juil|sept?|oct|nov|déc|lun|mar|mer|jeu|ven|sam|dim",
  chores:
    "aspir\\w*|balay\\w*|nettoy\\w*|laver|lessives?|linge|repass\\w*|poubelles?|ordures|tri|recyclage|compost|draps|serviettes|tondre|pelouse|arros\\w*|plantes|nourrir|ménage|vaisselle|poussières?|serpillière|désherb\\w*|salle de bains?|toilettes",
});
