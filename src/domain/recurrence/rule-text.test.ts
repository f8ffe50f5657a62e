import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { US_STYLE } from "../dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../language/locale.ts";
import { repeatText, ruleText } from "./rule-text.ts";

test.each([
  ["weekly", null, "Weekly on Friday"],
  ["custom", "RRULE:FREQ=WEEKLY", "Weekly on Friday"],
  ["custom", "RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3", "Every 2 weeks on Friday, 3 times"],
  ["custom", "RRULE:FREQ=WEEKLY;BYDAY=MO", "Weekly on Monday"],
  ["custom", "RRULE:FREQ=WEEKLY;BYMONTHDAY=13", "Weekly on the 13th of the month"],
  ["custom", "RRULE:FREQ=WEEKLY;COUNT=1", "Once"],
  ["daily", null, "Daily"],
  ["monthly", null, "Monthly"],
])(
  "a rule of weeks has its start's weekday, any other none: %s %s",
  (repeatValue, customRrule, text) => {
    const schedule = { repeatValue, customRrule, startDate: "2026-11-27" };
    expect(repeatText(schedule, US_ENGLISH)).toBe(text);
  },
);

describe("the sentence is right for every rule that the dialog can build", () => {
  test.each([
    ["FREQ=DAILY", "Daily"],
    ["FREQ=DAILY;INTERVAL=3", "Every 3 days"],
    ["FREQ=WEEKLY", "Weekly"],
    ["FREQ=WEEKLY;BYDAY=MO", "Weekly on Monday"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "Every 2 weeks on Monday and Wednesday"],
    ["FREQ=WEEKLY;BYDAY=MO,WE,SU", "Weekly on Monday, Wednesday and Sunday"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Weekly on every weekday"],
    ["FREQ=WEEKLY;BYDAY=SA,SU", "Weekly on every weekend day"],
    ["FREQ=WEEKLY;INTERVAL=4;BYDAY=MO,TU,WE,TH,FR,SA,SU", "Every 4 weeks on every day"],
    ["FREQ=MONTHLY", "Monthly"],
    ["FREQ=MONTHLY;BYDAY=FR", "Monthly on every Friday"],
    ["FREQ=MONTHLY;BYDAY=TU,FR", "Monthly on every Tuesday and Friday"],
    ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "Monthly on the second Tuesday"],
    ["FREQ=MONTHLY;BYDAY=2TU", "Monthly on the second Tuesday"],
    ["FREQ=MONTHLY;INTERVAL=3;BYDAY=MO;BYSETPOS=1", "Every 3 months on the first Monday"],
    ["FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=3", "Monthly on the third Monday or Tuesday"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "Monthly on the last weekday"],
    ["FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1", "Monthly on the first weekend day"],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-2", "Monthly on the second to last day"],
    ["FREQ=YEARLY", "Yearly"],
    ["FREQ=YEARLY;INTERVAL=2", "Every 2 years"],
    ["FREQ=YEARLY;BYDAY=SU;BYSETPOS=2", "Yearly on the second Sunday of the year"],
    [
      "FREQ=YEARLY;INTERVAL=2;BYDAY=SU;BYSETPOS=2",
      "Every 2 years on the second Sunday of the year",
    ],
    ["FREQ=YEARLY;BYDAY=SU", "Yearly on every Sunday"],
    ["FREQ=YEARLY;BYDAY=SU;BYSETPOS=-1", "Yearly on the last Sunday of the year"],
    ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=5", "Yearly on the fifth Monday of the year"],
    ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=21", "Yearly on the 21st Monday of the year"],
    ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=12", "Yearly on the 12th Monday of the year"],
    ["FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=112", "Yearly on the 112th day of the year"],
    ["FREQ=YEARLY;BYDAY=TH;BYSETPOS=-23", "Yearly on the 23rd to last Thursday of the year"],
  ])("%s: %s", (rule, text) => {
    expect(ruleText(rule, US_ENGLISH)).toBe(text);
    expect(ruleText(`RRULE:${rule}`, US_ENGLISH)).toBe(text);
  });

  test.each([
    ["FREQ=MONTHLY;BYMONTHDAY=15", "Monthly on the 15th"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1,22,3,1", "Monthly on the 1st, 3rd, 22nd and last day"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1;BYMONTH=6,1", "Monthly on the last day in January and June"],
    ["FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "Monthly on every Friday that is the 13th"],
    [
      "FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
      "Monthly on every weekday that is the 1st, 2nd or 3rd, only the first of these days in each month",
    ],
    ["FREQ=MONTHLY;BYMONTH=5;BYDAY=SU;BYSETPOS=2", "Monthly on the second Sunday in May"],
    ["FREQ=YEARLY;BYMONTHDAY=1", "Yearly on the 1st of every month"],
    [
      "FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=1,15",
      "Yearly on the 1st and 15th of March and September",
    ],
    ["FREQ=YEARLY;BYMONTH=3,6", "Yearly in March and June"],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=SU", "Yearly on every Sunday in March"],
    ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "Yearly on the fourth Thursday of November"],
    [
      "FREQ=YEARLY;BYMONTH=11,12;BYDAY=TH;BYSETPOS=4",
      "Yearly on the fourth Thursday of November and December together",
    ],
    ["FREQ=DAILY;BYMONTH=6,7,8", "Daily in June, July and August"],
    ["FREQ=WEEKLY;BYDAY=MO;BYMONTH=4", "Weekly on Monday in April"],
    ["FREQ=WEEKLY;BYDAY=MO;COUNT=5", "Weekly on Monday, 5 times"],
    ["FREQ=WEEKLY;BYDAY=MO;COUNT=1", "Weekly on Monday, once"],
    ["FREQ=DAILY;COUNT=1", "Once"],
    ["FREQ=YEARLY;COUNT=1", "Once"],
  ])("%s: %s", (rule, text) => {
    expect(ruleText(rule, US_ENGLISH)).toBe(text);
  });
});

describe("every part of a rule from elsewhere has its words", () => {
  test.each([
    ["FREQ=DAILY;UNTIL=20261231T235959Z", "Daily, until Dec 31, 2026"],
    ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "Daily, only on weekdays"],
    ["FREQ=DAILY;BYDAY=MO,FR;COUNT=3", "Daily, only on Mondays and Fridays, 3 times"],
    ["FREQ=DAILY;BYMONTHDAY=1,-1", "Daily, only on the 1st and last day of the month"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU", "Every 2 weeks on Monday, weeks start on Sunday"],
    ["FREQ=WEEKLY;BYDAY=MO;WKST=SU", "Weekly on Monday"],
    [
      "FREQ=WEEKLY;BYDAY=MO,FR;BYSETPOS=-1",
      "Weekly on Monday and Friday, only the last of these days in each week",
    ],
    [
      "FREQ=MONTHLY;BYDAY=1MO,3MO,-1FR",
      "Monthly on the first and third Monday and the last Friday",
    ],
    ["FREQ=MONTHLY;BYDAY=TU,1MO", "Monthly on every Tuesday and the first Monday"],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1,-1", "Monthly on the first and last Monday"],
    ["FREQ=MONTHLY;BYMONTHDAY=-2", "Monthly on the second to last day"],
    [
      "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1",
      "Monthly on the 28th, 29th and 30th, only the last of these days in each month",
    ],
    [
      "FREQ=YEARLY;BYMONTH=11,12;BYDAY=4TH",
      "Yearly on the fourth Thursday of November and of December",
    ],
    ["FREQ=YEARLY;BYDAY=20MO", "Yearly on the 20th Monday of the year"],
    ["FREQ=YEARLY;BYYEARDAY=100,-1", "Yearly on the 100th and last day of the year"],
    [
      "FREQ=YEARLY;BYYEARDAY=1;BYDAY=MO",
      "Yearly on every Monday, only on the first day of the year",
    ],
    ["FREQ=YEARLY;BYWEEKNO=20", "Yearly on every day of week 20 of the year"],
    [
      "FREQ=YEARLY;BYWEEKNO=1,10,20;BYDAY=MO;WKST=SU",
      "Yearly on every Monday, only in weeks 1, 10 and 20 of the year, weeks start on Sunday",
    ],
    [
      "FREQ=YEARLY;BYWEEKNO=1,-1;BYMONTH=1",
      "Yearly on every day of week 1 and the last week of the year, only in January",
    ],
    ["FREQ=WEEKLY;BYHOUR=9;BYMINUTE=30;BYSECOND=0", "Weekly"],
    ["FREQ=WEEKLY;COUNT=0", "Weekly, 0 times"],
  ])("%s: %s", (rule, text) => {
    expect(ruleText(rule, US_ENGLISH)).toBe(text);
  });

  test("a text that does not parse has none", () => {
    for (const rule of ["every day", "", "FREQ=HOURLY"])
      expect(ruleText(rule, US_ENGLISH)).toBeNull();
  });
});

describe("the repeat text of a task card", () => {
  const custom = (customRrule: string | null, customRruleText: string | null = null) =>
    repeatText(sampleTask({ repeatValue: "custom", customRrule, customRruleText }), US_ENGLISH);
  test("of a custom rule is its sentence, whatever text was stored", () => {
    expect(custom("RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "every month on Tuesday")).toBe(
      "Monthly on the second Tuesday",
    );
  });

  test("of a task for one day is 'Once'", () => {
    expect(custom("RRULE:FREQ=DAILY;COUNT=1", "Once")).toBe("Once");
  });

  test("of a rule beyond the dialog is the text that it was brought with, else its sentence", () => {
    const rule = "FREQ=YEARLY;BYYEARDAY=100";
    expect(custom(rule, "Tax day")).toBe("Tax day");
    expect(custom(rule)).toBe("Yearly on the 100th day of the year");
  });

  test("is in the reader's language where our English sentence was stored", () => {
    const task = { repeatValue: "custom", customRrule: "FREQ=YEARLY;BYYEARDAY=100" } as const;
    const german = localeOf(
      "de",
      {
        "{n, plural, one {Yearly on {days}} other {Every # years on {days}}} // {days}: 'the second Sunday of May', 'the 1st of March'":
          ["Jährlich ", ["days"]],
        "the {positions} day of the year // 'the 100th and last day of the year'": [
          "am ",
          ["positions"],
          " Tag des Jahres",
        ],
      },
      US_STYLE,
    );
    const stored = "Yearly on the 100th day of the year";
    expect(repeatText({ ...task, customRruleText: stored }, german)).toBe(
      "Jährlich am 100th Tag des Jahres",
    );
  });

  test("of a rule that does not parse is what it does: every day", () => {
    expect(custom("no rule", "Sometimes")).toBe("Daily");
    expect(custom(null)).toBe("Daily");
  });
});
