import { type Store, useStore } from "../store/store.ts";

/** Below the theme's `md`, and not on paper. */
const narrow = globalThis.matchMedia?.("screen and (max-width: 47.99rem)");

const isNarrow: Store<boolean> = {
  getState: () => narrow?.matches === true,
  subscribe: (listener) => {
    narrow?.addEventListener("change", listener);
    return () => narrow?.removeEventListener("change", listener);
  },
};

/** Whether the window is as narrow as a phone, for what is another table there; what CSS can say, it does. */
export const useIsNarrow = (): boolean => useStore(isNarrow);
