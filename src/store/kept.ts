import { createStore, type WritableStore } from "./store.ts";

/** Reads a value of the browser's storage; null for none, or without storage. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage
  }
}

/** Keeps a text, or none; one that has no room takes the one before it along. */
export function writeKept(key: string, text: string | null): void {
  try {
    localStorage.removeItem(key);
    if (text !== null) localStorage.setItem(key, text);
  } catch {
    // no storage, or a full one
  }
}

/** A text that this browser keeps, if it keeps anything: the usual one takes no room. */
export function createKept(key: string, usual: string): WritableStore<string> {
  const store = createStore(readKept(key) ?? usual);
  return {
    ...store,
    setState: (next) => {
      store.setState(next);
      writeKept(key, next === usual ? null : next);
    },
  };
}
