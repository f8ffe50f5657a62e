import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type FormEvent,
  useContext,
  useState,
} from "react";
import type { Locale } from "../domain/language/locale.ts";
import { afterClick } from "./pressed.ts";
import { clearToasts } from "./toast.ts";
import { useLocale } from "./use-locale.ts";

type Errors = Readonly<Record<string, string | undefined>>;

const FormErrors = createContext<Errors>({});

export const useFormError = (name = ""): string | undefined => useContext(FormErrors)[name];

function messageOf(field: HTMLInputElement, { t }: Locale): string | undefined {
  if (field.validity.valueMissing) return t("Required // a field");
  if (field.validity.typeMismatch) return t("Invalid email");
  if (field.validity.customError) return field.validationMessage;
  return field.validity.valid ? undefined : t("Invalid input");
}

/** As it was when the form was submitted. */
export type FieldText = (name: string) => string;

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** All fields are valid. */
  onValid: (textOf: FieldText, form: HTMLFormElement) => void;
}

/**
 * Shows errors under its fields, which are known by `name`, instead of in the browser's bubbles. What the try before
 * said is gone when it is sent again.
 */
export function Form({ onValid, ...form }: FormProps) {
  const locale = useLocale();
  const [errors, setErrors] = useState<Errors>({});

  const check = (field: HTMLInputElement) =>
    setErrors((known) => ({ ...known, [field.name]: messageOf(field, locale) }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = [...event.currentTarget.elements].filter(
      (element) => element instanceof HTMLInputElement,
    );
    setErrors(Object.fromEntries(fields.map((field) => [field.name, messageOf(field, locale)])));
    const wrong = fields.find((field) => !field.validity.valid);
    if (wrong) return wrong.focus();
    clearToasts();
    const data = new FormData(event.currentTarget);
    onValid((name) => String(data.get(name) ?? ""), event.currentTarget);
  }

  return (
    <FormErrors value={errors}>
      <form
        noValidate
        onSubmit={submit}
        onBlur={({ target }: FocusEvent) => {
          // Tabbing through an empty form is not a mistake yet.
          if (target instanceof HTMLInputElement && target.value !== "") {
            afterClick(() => check(target));
          }
        }}
        onChange={({ target }: FormEvent) => {
          if (target instanceof HTMLInputElement && errors[target.name]) check(target);
        }}
        {...form}
      />
    </FormErrors>
  );
}
