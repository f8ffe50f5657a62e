import { languageWords } from "./language-words.ts";

const EVERY = "(?:cada|todos los|todas las)";
const EVERY_YEAR = "(?:cada año|todos los años)";
const PART_OF_DAY = "(?:mañana|mediodía|tarde|noche)s?";
const DAYTIME = `${PART_OF_DAY}(?! (?:y|&) )`;
const OF_MONTH = " (?:de cada|del|de todos los|al) mes(?:es)?";
const NTH_OF_YEAR = "(?<position>{nthWeekday}) de (?<months>{month})";
const ANY_DAYS = "(?<days>{workdays}|{weekend}|{days})";
const DATED = "(?:el )?(?:{weekday},? )?(?:el )?";
const YES_AND_NO = "sí y (?<other>(?:otr[oa] |un[oa] )?no)";
const PERIOD = "(?:días?|semanas?|fin(?:es)? de semana|mes(?:es)?|trimestres?|estación|años?)";
const RANGE = "{count} ?(?:-|–|a|o) ?{count}";

export const spanish = languageWords({
  language: "es",
  letters: { á: "a", é: "e", í: "i", ó: "o", ú: "u", ü: "u", ñ: "n", º: "", ª: "", "°": "" },
  weekdays: [
    "lun(?:es)?",
    "mar(?:tes)?",
    "mié(?:rcoles)?",
    "jue(?:ves)?",
    "vie(?:rnes)?",
    "sáb(?:ados?)?",
    "dom(?:ingos?)?",
  ],
  ranges: ["(?:de |del )?{weekday} ?(?:-|–|al?|hasta(?: el)?) ?{weekday}"],
  everyDay: "todos los días|cada día",
  workdays: "días? (?:laborable|hábil|habile)s?|días? de (?:entre )?semana|entre semana",
  weekend: "fin(?:es)? de semana|findes?|días? del? fin de semana",
  months: [
    "ene(?:ro)?",
    "feb(?:rero)?",
    "mar(?:zo)?",
    "abr(?:il)?",
    "may(?:o)?",
    "jun(?:io)?",
    "jul(?:io)?",
    "ago(?:sto)?",
    "sept?(?:iembre)?|set(?:iembre)?",
    "oct(?:ubre)?",
    "nov(?:iembre)?",
    "dic(?:iembre)?",
  ],
  day: "\\d{1,2}(?:ro)?|primero",
  monthDay: "(?:días? )?\\d{1,2}(?:ro)?",
  firstDay: "primer día|día primero",
  lastDay: "último día|fin|final(?:es)?",
  and: "[ye]",
  article: "el|los|la|cada",
  numbers: ["un[ao]?", ..."dos tres cuatro cinco seis siete ocho nueve diez once doce".split(" ")],
  ordinals: [
    "primer[oa]?s?|1(?:er|r[oa])?",
    "segund[oa]s?|2(?:d[oa])?",
    "tercer[oa]?s?|3(?:er|r[oa])?",
    "cuart[oa]s?|4(?:t[oa])?",
    "quint[oa]s?|5(?:t[oa])?",
  ],
  last: "últim[oa]s?",
  units: [
    // 'cada día 15' is that day of the month.
    ["días?(?! laborable| hábil| de | \\d{1,2}(?:[ ,]|$))", "daily", 1],
    ["semanas?", "weekly", 1],
    // Two weeks, as people count them; '15 días' is what it says.
    ["quince días|quincenas?", "weekly", 2],
    ["mes(?:es)?", "monthly", 1],
    ["bimestres?", "monthly", 2],
    ["trimestres?", "monthly", 3],
    ["semestres?|medio año", "monthly", 6],
    ["años?", "yearly", 1],
  ],
  adverbs: [
    ["diari(?:[oa]s?|amente)|a diario", "daily", 1],
    ["semanal(?:es|mente)?", "weekly", 1],
    ["quincenal(?:es|mente)?", "weekly", 2],
    ["mensual(?:es|mente)?", "monthly", 1],
    ["bimestral(?:es|mente)?", "monthly", 2],
    ["trimestral(?:es|mente)?", "monthly", 3],
    ["semestral(?:es|mente)?", "monthly", 6],
    ["anual(?:es|mente)?", "yearly", 1],
  ],
  phrases: {
    today: ["hoy"],
    tomorrow: ["mañana"],
    dayAfterTomorrow: ["pasado mañana"],
    nextWeekday: ["<weekday> de la (?:semana que viene|próxima semana)"],
    nextWeek: ["(?:la )?(?:próxima semana|semana que viene)"],
    nextMonth: ["(?:el )?(?:próximo mes|mes que viene)"],
    thisWeekend: ["(?:este|el)(?: próximo)? (?:fin de semana|finde)"],
    thisWeekday: ["este <weekday>"],
    weekday: ["(?:próximo )?<weekday>(?: que viene| próximo)?(?! pasado)"],
    cutWeekday: ["(?:lun|mar|mié|jue|vie|sáb|dom)(?!,? \\d)"],
    inSpan: ["(?:en|dentro de) <count> <unit>", "(?:en|dentro de) (?<unit>quince días)"],
    dayOfMonth: [`${DATED}<day> (?:de )?<month>(?:,? (?:del? )?<year>)?`],
    numericDate: [`${DATED}{numericDate}`],
    from: ["(?:a partir|desde|empezando|comenzando)(?: del| de| el)?"],
    until: ["hasta(?: el)?"],
    untilOrBy: [],
    once: ["(?:solo |sólo )?una (?:sola )?vez(?: el)?"],
    on: ["(?:solo |sólo |para |antes de )?el|para|antes de(?:l| la)?|a más tardar(?: el)?"],
    during: ["(?:durante|por) <count> <unit>", "(?:durante|por) (?<unit>quince días)"],
    period: [
      `(?:una vez )?${EVERY} (?:<count> )?<unit>`,
      "(?:una vez )?<adverb>",
      "(?:una|1) vez (?:a la|al|por|cada) (?:<count> )?<unit>",
      `una? <unit> ${YES_AND_NO}`,
      "una? <unit> de cada <count>",
      "<unit> (?<other>por medio)",
      `${EVERY} ${DAYTIME}`,
      // 'todas las mañanas y noches' keeps both in the title: one daily task says neither.
      `${EVERY}(?= ${PART_OF_DAY} (?:y|&) )`,
      "<count> <unit>(?={afterDone})",
    ],
    afterPeriod: [
      `,? (?:el |los |cada |todos los |en )${ANY_DAYS}`,
      ",? (?<days>{everyDay}|{severalWeekdays}|entre semana)",
      `,? (?:el )?${NTH_OF_YEAR}`,
      `,? (?:el |los )<position>(?:${OF_MONTH})?`,
      ",? el <day> de <months>",
      ",? en <months>",
    ],
    afterDone: [
      " (?:después de |tras )(?:(?:que )?(?:se )?(?:haga|hizo|haya hecho|complete|completó)|hacerl[oa]s?|haberl[oa]s? hecho|hech[oa]s?|terminarl[oa]s?|terminad[oa]s?|completarl[oa]s?|completad[oa]s?|(?:la )?(?:última vez|realización|finalización))",
    ],
    days: [
      `${EVERY} ${NTH_OF_YEAR}`,
      `el ${NTH_OF_YEAR} (?:de )?${EVERY_YEAR}`,
      `${EVERY} <day> de <months>`,
      // 'cada mar' is Tuesday.
      `${EVERY} (?!mar(?:[ ,]|$))<months>`,
      `(?:el |los |${EVERY} )?<position>${OF_MONTH}`,
      "(?:a |al )?(?<position>fin|final(?:es)?) (?:de|del|de cada) mes",
      `${EVERY} <count> (?<days>{days}|{weekend})`,
      `un (?<days>{days}|{weekend}) ${YES_AND_NO}`,
      "un (?<days>{days}|{weekend}) de cada <count>",
      `${EVERY} (?<position>{nthWeekday})`,
      "cada (?<position>días? \\d{1,2})",
      `${EVERY} ${ANY_DAYS}`,
      `los ${ANY_DAYS}`,
      "(?<days>entre semana)",
      "(?<days>{weekday}[-–]{weekday}|de {weekday} a {weekday})",
      "el (?<days>{severalWeekdays})",
    ],
    daysAtEnd: ["(?:el|los) <position>", "(?<days>{severalWeekdays})"],
    daytime: [` (?:por las? )?${DAYTIME}`],
    unknown: [
      // '3x por semana', 'dos veces al mes', '3x/semana'
      `(?:{count} ?x|(?:{count}|varias) veces) ?(?:(?:a la|al|por|cada|/) ?)?${PERIOD}`,
      `${EVERY} (?:\\S+ ){0,3}?(?:${PERIOD}|horas?)`,
      "cada(?: {count})? \\S+|cada$",
      `${RANGE} ${PERIOD}`,
      "bimensual(?:mente)?|bisemanal(?:mente)?|regularmente|a veces|de vez en cuando|cada tanto|de cuando en cuando",
      "(?:en|durante el|antes del?) (?:la )?(?:primavera|verano|otoño|invierno)",
    ],
    unknownAtEnd: ["por las? (?:mañana|tarde|noche)s?|lun|mié|jue|vie|sáb|dom"],
  },
  time: "a|las?|\\d{1,2}(?:[:.]\\d\\d)?(?:h|[ap]m)?|h|horas?|por|de|mañana|mediodía|tarde|noche|medianoche",
  past: "(?!)",
  dotted: "ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic|lun|mié|jue|vie|sáb|dom",
  chores:
    "limpi\\w*|aspir\\w*|barrer|fregar|trapear|lavar|lavadora|colada|ropa|planch\\w*|basura|reciclaje|compost|sábanas|toallas|césped|podar|regar|plantas|dar de comer|ordenar|polvo|platos|vajilla|baño|cocina|inodoro",
});
