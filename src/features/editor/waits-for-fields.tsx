import { chakra } from "@chakra-ui/react";
import { useState } from "react";
import { WAITS_AMOUNT_MOST, WAITS_FOR_MAX_LENGTH } from "../../domain/tasks/task-input.ts";
import { FieldRow, TextField } from "../../ui/field.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { FieldsProps } from "./draft.ts";
import { DurationField } from "./duration-field.tsx";

/** What a task waits for, and when that is enough: at once, at an amount, or at the latest after a time. */
export function WaitsForFields({
  draft,
  errors,
  onChange,
  onLeave,
}: Pick<FieldsProps, "draft" | "errors" | "onChange" | "onLeave">) {
  const { t } = useLocale();
  const { waitsFor, waitsAmount, afterDone } = draft;
  const [amount, setAmount] = useState(String(waitsAmount ?? ""));
  return (
    <>
      <TextField
        name="waitsFor"
        label={t("What has to happen")}
        hint={t(
          "A device says so by the API, in these words; then it is due until it is done. It needs a token of “Other programs” in the settings.",
        )}
        maxLength={WAITS_FOR_MAX_LENGTH}
        autoComplete="off"
        error={errors.waitsFor}
        value={waitsFor ?? ""}
        onChange={(event) => onChange({ waitsFor: event.target.value })}
        onBlur={() => onLeave("waitsFor")}
      />
      <FieldRow
        gridTemplateColumns={{ base: "1fr 1fr", md: "1fr 1fr 1fr" }}
        css={{ "& > :first-of-type": { gridColumn: { base: "1 / -1", md: "auto" } } }}
      >
        <TextField
          name="waitsAmount"
          label={t("Grown by // a number")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={String(WAITS_AMOUNT_MOST).length}
          error={errors.waitsAmount}
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value);
            const entered = Number.parseInt(event.target.value, 10);
            onChange({ waitsAmount: entered > 0 ? entered : null });
          }}
          onBlur={() => {
            setAmount(String(waitsAmount ?? ""));
            onLeave("waitsAmount");
          }}
        />
        <DurationField
          label={t("At the latest after // a number")}
          duration={afterDone}
          onChange={(duration) => onChange({ afterDone: duration })}
        />
      </FieldRow>
      <chakra.p fontSize="sm" color="fg.muted">
        {t(
          "A device can tell a number, such as a meter’s; it is due once that has grown by so much. The time counts from when it was last done. Both may stay empty.",
        )}
      </chakra.p>
    </>
  );
}
