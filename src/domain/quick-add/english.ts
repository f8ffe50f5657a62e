import { languageWords } from "./language-words.ts";

const EVERY = "(?:every|each)";
const DAYTIME = "(?:morning|afternoon|evening|night)s?(?! (?:and|&) )";
const MONTHS = [
  "jan(?:uary)?",
  "feb(?:ruary)?",
  "mar(?:ch)?",
  "apr(?:il)?",
  "may",
  "june?",
  "july?",
  "aug(?:ust)?",
  "sept?(?:ember)?",
  "oct(?:ober)?",
  "nov(?:ember)?",
  "dec(?:ember)?",
];
const OF_MONTH = `(?: of| in)? (?:the|${EVERY}|a) month`;
const FULL_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?";
const WORKDAYS = "(?:weekday|workday|work day|working day)s?";
const DAY_AND_MONTH = "(?:the )?<day>(?: of)?";
const ONCE_A = "(?:once )?";
const COUNT = "{count}";
const PERIOD = "(?:day|week|fortnight|weekend|month|quarter|season|year)s?";
const TIMES = `(?:twice|thrice|${COUNT} ?x|${COUNT} times?)`;

/** A month's name and a day's number in English, for others that read it. */
export const MONTH = `(?:${MONTHS.join("|")})`;
export const DAY = "\\d{1,2}(?:st|nd|rd|th)?";

export const english = languageWords({
  language: "en",
  weekdays: [
    "mon(?:day)?s?",
    "tues?(?:day)?s?",
    "wed(?:s|nesday)?s?",
    "thu(?:rs?)?(?:day)?s?",
    "fri(?:day)?s?",
    "sat(?:urday)?s?",
    "sun(?:day)?s?",
  ],
  shortWeekdays: ["mo", "tu", "we", "th", "fr", "sa", "su"],
  ranges: [
    "{weekday} ?(?:-|–|to|through) ?{weekday}",
    "{shortWeekday} ?(?:-|–|to) ?{shortWeekday}",
  ],
  everyDay: "every day",
  workdays: WORKDAYS,
  weekend: "weekend(?: day)?s?",
  months: MONTHS,
  day: DAY,
  monthDay: "\\d{1,2}(?:st|nd|rd|th)",
  firstDay: "first day",
  lastDay: "last day",
  and: "and(?: the)?",
  numbers: ["one|an?", ..."two three four five six seven eight nine ten eleven twelve".split(" ")],
  ordinals: ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"],
  last: "last",
  units: [
    ["days?", "daily", 1],
    ["weeks?", "weekly", 1],
    ["fortnights?", "weekly", 2],
    ["months?", "monthly", 1],
    ["quarters?", "monthly", 3],
    ["years?", "yearly", 1],
  ],
  adverbs: [
    ["daily", "daily", 1],
    ["weekly", "weekly", 1],
    ["fortnightly", "weekly", 2],
    ["monthly", "monthly", 1],
    ["quarterly", "monthly", 3],
    ["yearly|annually", "yearly", 1],
  ],
  phrases: {
    today: ["today"],
    tomorrow: ["tomorrow|tmrw"],
    dayAfterTomorrow: ["(?:the )?day after tomorrow"],
    nextWeekday: ["next <weekday>"],
    nextWeek: ["next week"],
    nextMonth: ["next month"],
    thisWeekend: ["this (?:coming )?weekend"],
    thisWeekday: ["this (?:coming )?<weekday>"],
    weekday: ["<weekday>"],
    cutWeekday: ["(?:mon|wed|sat|sun)s?"],
    inSpan: ["in <count> (?!quarter)<unit>", "<count> (?!quarter)<unit> from (?:now|today)"],
    dayOfMonth: [`${DAY_AND_MONTH} <month>(?:,? <year>)?`, "<month> (?:the )?<day>(?:,? <year>)?"],
    numericDate: ["{numericDate}"],
    from: ["(?:from|starting|beginning|as of|since)(?: on| from)?"],
    until: ["(?:until|till?|through|ending)(?: on)?"],
    untilOrBy: [],
    once: ["(?:just |only )?once(?! in a while)(?: on)?"],
    on: ["(?:only |due )?(?:on|by)|due"],
    during: ["for <count> (?!quarter)<unit>"],
    period: [
      `${ONCE_A}${EVERY} (?:<count> )?<unit>`,
      `${ONCE_A}${EVERY} (?:(?<other>other)|(?<nth>{ordinal}|\\d{1,2}th)) <unit>`,
      `${ONCE_A}<adverb>`,
      "once (?:a|per) <unit>",
      `${EVERY} ${DAYTIME}`,
      // 'every morning and evening' keeps both in the title: one daily task says neither.
      `${EVERY}(?= (?:morning|afternoon|evening|night) (?:and|&) )`,
      "<count> <unit>(?={afterDone})",
      // As Todoist writes it.
      "every(?<counted>!) (?:<count> )?<unit>",
    ],
    afterPeriod: [
      `,? on (?:${EVERY} )?(?<days>{everyDay}|{workdays}|{weekend}|{days})`,
      `,? (?:on )?(?:the )?<position>(?:${OF_MONTH})?`,
      ",? on (?:the )?<day>",
      ",? on (?:the )?(?<position>{nthWeekday}) (?:of|in) (?<months>{month})",
      `,? on ${DAY_AND_MONTH} <months>`,
      ",? on (?<months>{month}) (?:the )?<day>",
      ",? in <months>",
    ],
    afterDone: [
      " after (?:it(?:'s| is| was| has been) )?(?:last )?(?:done|completed|completion|finished)",
    ],
    days: [
      `${EVERY} (?<position>{nthWeekday}) (?:of|in) (?<months>{month})`,
      `${EVERY} ${DAY_AND_MONTH} <months>`,
      `${EVERY} (?<months>{month}) (?:the )?<day>`,
      `${EVERY} <months>`,
      `(?:on )?(?:the |${EVERY} )?<position>${OF_MONTH}`,
      `${EVERY} <position>`,
      `${EVERY} (?<other>other) (?<days>{days}|{weekend})`,
      `${EVERY} (?<days>{workdays}|{weekend}|{days}|{shortWeekday})`,
      "(?:on )?(?<days>weekdays|workdays|weekends)",
      `(?:on )?(?<days>${FULL_WEEKDAY}(?:{between}${FULL_WEEKDAY})*(?<=s))`,
      "(?<days>{weekday}[-–]{weekday}|{shortWeekday}[-–]{shortWeekday})",
      "on (?<days>{severalWeekdays})",
    ],
    daysAtEnd: ["on the <position>", "(?<days>{severalWeekdays})"],
    daytime: [` ${DAYTIME}`],
    unknown: [
      // '3x a week', 'twice weekly', '2 times per month', '3x/week'
      `${TIMES} ?(?:(?:a|an|per|each|every|/|in a) ?)?(?:${PERIOD}|weekly|monthly|yearly|annually)`,
      `${ONCE_A}${EVERY} (?:\\S+ ){0,3}?(?:${PERIOD}|hours?|now and then|so often)`,
      `${ONCE_A}every(?: other| \\d+)? (?!thing|one|body|where)\\S+`,
      `everyday|${EVERY}$`,
      `${COUNT} ?(?:-|–|to|or) ?${COUNT} ${PERIOD}`,
      "(?:bi|semi|tri|half)-?(?:daily|weekly|monthly|yearly|annually|annual)",
      "biannually|bimonthly|hourly|nightly|seasonally|regularly",
      "(?:alternate|alternating) \\S+",
      "(?:in|during|before) (?:the )?(?:spring|summer|autumn|fall|winter)s?",
      "once in a while|from time to time|now and then",
    ],
    unknownAtEnd: [`${DAYTIME}(?<=s)|mon|wed|sat|sun|mo|tu|th|fr`],
  },
  time: "at|\\d{1,2}(?:[:.]\\d\\d)?(?:[ap]m)?|[ap]m|noon|midnight|morning|afternoon|evening|night",
  past: "last",
  exclaimed: "every",
  chores:
    "(?:clean|vacuum|hoover|mop|sweep|dust|scrub|wipe|tidy|launder|laundry|wash|iron|bins?|trash|garbage|rubbish|recycling|compost|sheets|bedding|towels|mow|weed|water|feed)(?:ing)?",
});
