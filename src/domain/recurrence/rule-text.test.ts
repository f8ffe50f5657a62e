import { describe, expect, test } from "vitest";
import { sampleTask } from "../../../tests/support/sample-task.ts";
import { repeatText, ruleText } from "./rule-text.ts";

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
    expect(ruleText(rule)).toBe(text);
    expect(ruleText(`RRULE:${rule}`)).toBe(text);
  });

  test("other rules have none of ours", () => {
    for (const rule of ["FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYMONTHDAY=15", "every day", ""]) {
      expect(ruleText(rule)).toBeNull();
    }
  });
});

describe("the repeat text of a task card", () => {
  const custom = (customRrule: string | null, customRruleText: string | null = null) =>
    repeatText(sampleTask({ repeatValue: "custom", customRrule, customRruleText }));

  test("of the simple kinds", () => {
    const text = (repeatValue: "daily" | "weekly" | "monthly" | "yearly") =>
      repeatText(sampleTask({ repeatValue }));
    expect([text("daily"), text("weekly")]).toEqual(["Daily", "Weekly"]);
    expect([text("monthly"), text("yearly")]).toEqual(["Monthly", "Yearly"]);
  });

  test("of a custom rule is its sentence, whatever text was stored", () => {
    expect(custom("RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2", "every month on Tuesday")).toBe(
      "Monthly on the second Tuesday",
    );
  });

  test("of a rule beyond the dialog is the stored text, else 'Custom'", () => {
    expect(custom("FREQ=MONTHLY;BYMONTHDAY=15", "Payday")).toBe("Payday");
    expect(custom("FREQ=MONTHLY;BYMONTHDAY=15")).toBe("Custom");
  });

  test("of a rule that does not parse is what it does: every day", () => {
    expect(custom("no rule", "Sometimes")).toBe("Daily");
    expect(custom(null)).toBe("Daily");
  });
});
