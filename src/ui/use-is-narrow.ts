import { type Store, useStore } from "../store/store.ts";

/** Below the theme's `md`; never on paper. */
const narrow = globalThis.matchMedia?.("screen and (max-width: 47.99rem)");

const isNarrow: Store<boolean> = {
  getState: () => narrow?.matches === true,
  subscribe: (listener) => {
    narrow?.addEventListener("change", listener);
    return () => narrow?.removeEventListener("change", listener);
  },
};

/** For other markup on phones; CSS does everything else. */
export const useIsNarrow = (): boolean => useStore(isNarrow);
