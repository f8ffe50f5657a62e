import { useEffect, useState } from "react";
import { english } from "../../domain/quick-add/english.ts";
import type { LanguageWords } from "../../domain/quick-add/language-words.ts";
import { loadLineWords } from "../../domain/quick-add/load-words.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** What the reader's line is read in: null until its words have come, English where they don't. */
export function useLineWords(): LanguageWords | null {
  const { language } = useLocale();
  const [words, setWords] = useState(language === "en" ? english : null);
  useEffect(() => {
    let isOld = false;
    loadLineWords(language)
      .catch(() => english)
      .then((loaded) => {
        if (!isOld) setWords(loaded);
      });
    return () => {
      isOld = true;
    };
  }, [language]);
  return words;
}
