import { useDeferredValue, useState } from "react";

/**
 * Whether what was begun by a tap is under way: from the tap on, and until the list, which follows as a
 * deferred value, shows its outcome. Before that the list is still the one that was tapped.
 * @returns that, and what a tap begins: given a promise that never rejects
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
