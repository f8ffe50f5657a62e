import { createContext, useContext } from "react";
import { US_ENGLISH } from "../domain/language/locale.ts";
import { createStore } from "../store/store.ts";

export const LocaleContext = createContext(US_ENGLISH);

/** How the person in front of the screen reads. */
export const useLocale = () => useContext(LocaleContext);

/** The language that a page asks for, ahead of the person's: a BCP 47 tag, or none. */
export const pageLanguage = createStore<string | null>(null);

/** The same, for what isn't rendered: notices, titles, files. */
export const spokenLocale = createStore(US_ENGLISH);
