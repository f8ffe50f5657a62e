import { useDeferredValue, useState } from "react";

/**
 * From the tap until the deferred list shows the outcome. @returns whether it is under way, and a
 * function that takes a promise that never rejects
 */
export function useUnderWay(): readonly [boolean, (work: Promise<unknown>) => void] {
  const [begun, setBegun] = useState(0);
  const [ended, setEnded] = useState(0);
  const isUnderWay = begun > useDeferredValue(ended);
  function begin(work: Promise<unknown>) {
    setBegun((count) => count + 1);
    void work.then(() => setEnded((count) => count + 1));
  }
  return [isUnderWay, begin];
}
