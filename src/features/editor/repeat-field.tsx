import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useEffect, useRef, useState } from "react";
import type { Locale } from "../../domain/language/locale.ts";
import { isOnce, ONCE_RULE, toggled } from "../../domain/recurrence/custom-rule.ts";
import { parseRule, type WeekdayCode } from "../../domain/recurrence/recurrence-rule.ts";
import {
  afterDoneRepeat,
  NO_INTERVAL,
  type Repeat,
  ruleRepeat,
  weeklyDays,
  weeklyOn,
  whenItHappens,
} from "../../domain/recurrence/repeat.ts";
import { repeatHint } from "../../domain/recurrence/repeat-hint.ts";
import { FREQUENCY_NAMES, repeatText } from "../../domain/recurrence/rule-text.ts";
import { isOneAtATime } from "../../domain/recurrence/task-schedule.ts";
import type { RepeatValue } from "../../domain/tasks/repeat-values.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldRow, FormField } from "../../ui/field.tsx";
import { late } from "../../ui/late.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { WeekdayChoice } from "./chip-choice.tsx";
import type { Draft, FieldsProps } from "./draft.ts";
import { DurationField } from "./duration-field.tsx";
import { NextDates } from "./next-dates-line.tsx";
import { WaitsForFields } from "./waits-for-fields.tsx";

const CustomRecurrenceDialog = late(() => import("./custom-recurrence-dialog.tsx"));

/** Stored as a custom rule. */
const ONCE = "once";
const AFTER_DONE = "after-done";
const FIRST_AFTER_DONE = "P3D";
const WHEN_IT_HAPPENS = "when-it-happens";
const optionsOf = ({ t }: Locale) =>
  [
    [ONCE, t("Once")],
    ...Object.entries(FREQUENCY_NAMES).map(([value, name]) => [value, t(name)] as const),
    ["custom", t("Custom // a repeat of one's own")],
    [AFTER_DONE, t("After it was done")],
    [WHEN_IT_HAPPENS, t("When it happens // a repeat")],
  ] as const;

/** If the dialog of 'Custom' is cancelled, the choice stays as it was. */
export function RepeatField({ draft, errors, today, onChange, onLeave }: FieldsProps) {
  const locale = useLocale();
  const { t } = locale;
  /** The control that opened the dialog and gets the focus back; null while it is closed. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const hint = repeatHint(draft, locale);
  const knownHint = useRef(hint);

  // A change of the start date may bring up the hint.
  useEffect(() => {
    if (hint !== null && hint !== knownHint.current) announce(hint);
    knownHint.current = hint;
  }, [hint]);

  const parsed = draft.customRrule ? parseRule(draft.customRrule) : null;
  const hasOnceRule = parsed !== null && isOnce(parsed);
  const { afterDone, waitsFor } = draft;
  const isCustom = draft.repeatValue === "custom" && !isOneAtATime(draft);
  const weekdays = weeklyDays(draft);
  const hasWeeklyRule = weeklyDays({ ...draft, repeatValue: "custom" }) !== null;
  const special = isCustom && hasOnceRule ? ONCE : weekdays && "weekly";
  const chosen =
    (waitsFor !== null && WHEN_IT_HAPPENS) ||
    (afterDone !== null && AFTER_DONE) ||
    (special ?? draft.repeatValue);
  /** The rule before 'Once' was chosen, for a choice that is taken back. */
  const ruleBefore = useRef<Partial<Draft> | null>(null);

  function choose(value: string, select: HTMLSelectElement) {
    if (value === AFTER_DONE) return chooseRepeat(afterDoneRepeat(FIRST_AFTER_DONE));
    if (value === WHEN_IT_HAPPENS) return chooseRepeat(whenItHappens(""));
    const change = (part: Partial<Draft>) => onChange({ ...NO_INTERVAL, ...part });
    if (value === ONCE) {
      keepRule();
      change(ruleRepeat(ONCE_RULE));
    } else if (value !== "custom") change({ repeatValue: value as RepeatValue });
    else if (hasWeeklyRule) setOpener(select);
    else if (draft.customRrule && !hasOnceRule) change({ repeatValue: value });
    else if (ruleBefore.current) change({ repeatValue: value, ...ruleBefore.current });
    else setOpener(select);
  }

  const toggle = (weekday: WeekdayCode) =>
    onChange(weeklyOn(toggled(weekdays ?? [], weekday), draft.startDate));

  function keepRule() {
    const { customRrule, customRruleText } = draft;
    if (customRrule && !hasOnceRule) ruleBefore.current = { customRrule, customRruleText };
  }

  function chooseRepeat(repeat: Repeat) {
    keepRule();
    onChange(repeat);
  }

  return (
    <Stack gap="3">
      <FormField label={t("Repeat // how often, a field")} hint={hint ?? undefined}>
        <Select name="repeatValue" options={optionsOf(locale)} value={chosen} onChange={choose} />
      </FormField>
      {weekdays !== null && <WeekdayChoice chosen={weekdays} onToggle={toggle} />}
      {isCustom && !hasOnceRule && weekdays === null && (
        <Rule>
          <chakra.span flex="1">{repeatText(draft, locale)}</chakra.span>
          <Button variant="link" onClick={(event) => setOpener(event.currentTarget)}>
            {t("Change rule")}
          </Button>
        </Rule>
      )}
      {chosen !== AFTER_DONE && chosen !== WHEN_IT_HAPPENS && (
        <NextDates schedule={draft} today={today} />
      )}
      {waitsFor !== null && (
        <WaitsForFields draft={draft} errors={errors} onChange={onChange} onLeave={onLeave} />
      )}
      {chosen === AFTER_DONE && afterDone !== null && (
        <>
          <FieldRow>
            <DurationField
              label={t("Due again after // a number")}
              duration={afterDone}
              onChange={(duration) =>
                onChange(afterDoneRepeat(duration ?? `P1${afterDone.slice(-1)}`))
              }
            />
          </FieldRow>
          <chakra.p fontSize="sm" color="fg.muted">
            {t(
              "Due on the start date, then {repeat}. It stays open until it is done, and never piles up. // {repeat}: '3 days after it was done'",
              { repeat: repeatText(draft, locale) },
            )}
          </chakra.p>
        </>
      )}
      <Suspense fallback={<Loading size="sm" />}>
        {opener && (
          <CustomRecurrenceDialog
            rule={hasOnceRule ? null : draft.customRrule}
            schedule={draft}
            today={today}
            returnFocusTo={() => opener}
            onApply={(rule) =>
              // The stored text of an unchanged rule stays with it.
              onChange(
                rule === draft.customRrule
                  ? { repeatValue: "custom", ...NO_INTERVAL }
                  : ruleRepeat(rule),
              )
            }
            onClosed={() => setOpener(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

const Rule = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    ps: "4",
    pe: "1",
    py: "1",
    bg: "accent.subtle",
    borderRadius: "md",
  },
});
