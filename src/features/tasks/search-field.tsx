import { chakra, Input } from "@chakra-ui/react";
import { useEffect, useRef } from "react";

export interface SearchFieldProps {
  query: string;
  onChange: (query: string) => void;
  /** whether the field shall take the focus, which it then reports */
  isAsked?: boolean | undefined;
  onFocused?: (() => void) | undefined;
}

/** Escape clears it. */
export function SearchField({ query, onChange, isAsked = false, onFocused }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    input.current?.focus();
    input.current?.select();
    onFocused?.();
  }, [isAsked, onFocused]);
  return (
    <chakra.search display="block" mt={{ base: "3", md: "4" }}>
      <Input
        ref={input}
        type="search"
        dir="auto"
        aria-label="Search tasks"
        placeholder="Search tasks"
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query === "") return;
          event.preventDefault();
          onChange("");
        }}
      />
    </chakra.search>
  );
}
