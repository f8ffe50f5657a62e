import { createStore, type WritableStore } from "./store.ts";

/** A text that this browser keeps, if it keeps anything: the usual one takes no room. */
export function createKept(key: string, usual: string): WritableStore<string> {
  const store = createStore(read(key) ?? usual);
  return {
    ...store,
    setState: (next) => {
      store.setState(next);
      try {
        if (next === usual) localStorage.removeItem(key);
        else localStorage.setItem(key, next);
      } catch {
        // no storage
      }
    },
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // no storage
  }
}
