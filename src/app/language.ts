import { useEffect } from "react";
import type { Language } from "../domain/language/languages.ts";
import type { Catalogue } from "../domain/language/messages.ts";
import { loadCatalogue } from "../languages/load.ts";
import { createKept } from "../store/kept.ts";
import { createStore, useStore } from "../store/store.ts";
import { LAST_SPOKEN, usualLanguage } from "./usual-language.ts";

interface Spoken {
  readonly language: Language;
  readonly catalogue: Catalogue;
}

const spoken = createStore<Spoken>({ language: "en", catalogue: {} });

/** The language in which this browser was last used, so that the next visit begins in it. */
const lastSpoken = createKept(LAST_SPOKEN, "");

/** Speaks a language from when its catalogue has come; stays with the one before if it doesn't. */
async function speak(language: Language): Promise<void> {
  if (language === spoken.getState().language) return;
  try {
    spoken.setState({ language, catalogue: await loadCatalogue(language) });
  } catch (error) {
    console.warn(`The texts in '${language}' can't be loaded.`, error);
  }
}

/** Speaks the language of the person who was here last, else the browser's. */
export const speakUsual = (): Promise<void> => speak(usualLanguage(lastSpoken.getState()));

/** What is spoken now; a person's own language is asked for once it is known, none means the browser's. */
export function useSpoken(own: string | null | undefined): Spoken {
  useEffect(() => {
    if (own === undefined) return;
    lastSpoken.setState(own ?? "");
    void speakUsual();
  }, [own]);
  // The browser's, when its settings change.
  useEffect(() => {
    addEventListener("languagechange", speakUsual);
    return () => removeEventListener("languagechange", speakUsual);
  }, []);
  return useStore(spoken);
}
