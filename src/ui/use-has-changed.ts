import { useState } from "react";

/** Whether a value has changed since the component was mounted: what a screen starts with stands still. */
export function useHasChanged(value: unknown): boolean {
  const [{ first }] = useState({ first: value });
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && value !== first) setChanged(true);
  return hasChanged;
}
