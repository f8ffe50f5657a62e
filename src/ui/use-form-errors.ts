import { type FocusEvent, type FormEvent, useState } from "react";
import { afterClick } from "./after-click.ts";

/** The browser's own check of one field (required, e-mail) and the field's, in our own words. */
function messageOf(field: HTMLInputElement): string | undefined {
  if (field.validity.valueMissing) return "Required";
  if (field.validity.typeMismatch) return "Invalid email";
  if (field.validity.customError) return field.validationMessage;
  return field.validity.valid ? undefined : "Invalid input";
}

/**
 * Errors under the fields instead of the browser's bubbles: all of them on submit, with the focus
 * on the first wrong field; a field's when it is left; gone as soon as it is corrected. Spread
 * `form` on a `<form>`; fields are identified by their `name`.
 */
export function useFormErrors(onValid: () => void) {
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});

  const check = (field: HTMLInputElement) =>
    setErrors((known) => ({ ...known, [field.name]: messageOf(field) }));

  return {
    errors,
    form: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        event.preventDefault();
        const fields = [...event.currentTarget.elements].filter(
          (element) => element instanceof HTMLInputElement,
        );
        setErrors(Object.fromEntries(fields.map((field) => [field.name, messageOf(field)])));
        const wrong = fields.find((field) => !field.validity.valid);
        if (wrong) wrong.focus();
        else onValid();
      },
      onBlur({ target }: FocusEvent) {
        // Tabbing through an empty form is not a mistake yet.
        if (target instanceof HTMLInputElement && target.value !== "") {
          afterClick(() => check(target));
        }
      },
      onChange({ target }: FormEvent) {
        if (target instanceof HTMLInputElement && errors[target.name]) check(target);
      },
    },
  };
}
