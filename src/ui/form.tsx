import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type FormEvent,
  useContext,
  useState,
} from "react";
import { afterClick } from "./after-click.ts";

type Errors = Readonly<Record<string, string | undefined>>;

const FormErrors = createContext<Errors>({});

/** The error of the field of that name in the surrounding form. */
export const useFormError = (name = ""): string | undefined => useContext(FormErrors)[name];

/** The browser's own check of one field (required, e-mail) and the field's, in our own words. */
function messageOf(field: HTMLInputElement): string | undefined {
  if (field.validity.valueMissing) return "Required";
  if (field.validity.typeMismatch) return "Invalid email";
  if (field.validity.customError) return field.validationMessage;
  return field.validity.valid ? undefined : "Invalid input";
}

/** The text in the field of a name, as it was when the form was submitted. */
export type FieldText = (name: string) => string;

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit"> {
  /** All fields are valid. */
  onValid: (textOf: FieldText, form: HTMLFormElement) => void;
}

/**
 * A form with errors under its fields instead of the browser's bubbles: all of them on submit, with the
 * focus on the first wrong field; a field's when it is left; gone as soon as it is corrected. Fields are
 * known by their `name`.
 */
export function Form({ onValid, ...form }: FormProps) {
  const [errors, setErrors] = useState<Errors>({});

  const check = (field: HTMLInputElement) =>
    setErrors((known) => ({ ...known, [field.name]: messageOf(field) }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = [...event.currentTarget.elements].filter(
      (element) => element instanceof HTMLInputElement,
    );
    setErrors(Object.fromEntries(fields.map((field) => [field.name, messageOf(field)])));
    const wrong = fields.find((field) => !field.validity.valid);
    if (wrong) return wrong.focus();
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
