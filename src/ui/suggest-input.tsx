import { chakra } from "@chakra-ui/react";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { FormField } from "./field.tsx";
import { Input, type InputProps } from "./input.tsx";
import { useLocale } from "./use-locale.ts";

const MOST_SHOWN = 6;

const List = chakra("ul", {
  base: {
    position: "absolute",
    insetX: "0",
    top: "calc(100% + 4px)",
    zIndex: "overlay",
    maxH: "16rem",
    overflowY: "auto",
    p: "1",
    bg: "bg.raised",
    borderWidth: "1px",
    borderRadius: "card",
    boxShadow: "float",
  },
});

const Option = chakra("li", {
  base: {
    display: "flex",
    alignItems: "center",
    minH: "touch",
    px: "3",
    py: "1.5",
    borderRadius: "md",
    cursor: "pointer",
    "&[aria-selected=true], &:hover": { bg: "accent.subtle" },
  },
});

interface SuggestInputProps extends Omit<InputProps, "onChange" | "value"> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  value: string;
  onChange: (text: string) => void;
  suggestions: readonly string[];
  /** A suggestion was chosen; `onChange` when nothing else is given. */
  onPick?: (suggestion: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The ARIA combobox pattern with free text: the focus stays in the field. */
export function SuggestInput(props: SuggestInputProps) {
  const { label, error, hint, value, onChange, suggestions, onPick = onChange, ...input } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);

  const typed = value.trim().toLowerCase();
  const matches = suggestions
    .filter((text) => text.toLowerCase().includes(typed) && text !== value)
    .slice(0, MOST_SHOWN);
  const shown = open && matches.length > 0;

  function close() {
    setOpen(false);
    setMarked(-1);
  }

  function pick(suggestion: string) {
    onPick(suggestion);
    close();
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const suggestion = shown ? matches[marked] : undefined;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (matches.length === 0) return;
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One more than the options: the field itself, with what was typed.
      const places = matches.length + 1;
      setMarked(shown ? ((marked + 1 + step + places) % places) - 1 : step === 1 ? 0 : -1);
      setOpen(true);
    } else if (event.key === "Escape" && shown) {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && suggestion !== undefined) {
      event.preventDefault();
      pick(suggestion);
    } else {
      input.onKeyDown?.(event);
    }
  }

  return (
    <FormField label={label} error={error} hint={hint}>
      <chakra.div position="relative">
        <Input
          dir="auto"
          {...input}
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-activedescendant={shown && marked >= 0 ? `${listId}-${marked}` : undefined}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            setOpen(true);
            setMarked(-1);
          }}
          onClick={() => setOpen(true)}
          onBlur={(event) => {
            close();
            input.onBlur?.(event);
          }}
          onKeyDown={handleKey}
        />
        {shown && <Suggestions id={listId} texts={matches} marked={marked} onPick={pick} />}
      </chakra.div>
    </FormField>
  );
}

interface SuggestionsProps {
  id: string;
  texts: readonly string[];
  marked: number;
  onPick: (suggestion: string) => void;
}

const Suggestions = ({ id, texts, marked, onPick }: SuggestionsProps) => (
  // The focus stays in the field.
  <List
    id={id}
    role="listbox"
    aria-label={useLocale().t("Suggestions")}
    onMouseDown={(event) => event.preventDefault()}
  >
    {texts.map((text, index) => (
      <Option
        key={text}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === marked}
        onClick={() => onPick(text)}
      >
        <bdi>{text}</bdi>
      </Option>
    ))}
  </List>
);
