import { useState } from "react";

/** The initial value isn't animated. */
export function useHasChanged(value: unknown): boolean {
  const [{ first }] = useState({ first: value });
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && value !== first) setChanged(true);
  return hasChanged;
}
