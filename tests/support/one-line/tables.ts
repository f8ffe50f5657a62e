import { DUTCH } from "./dutch.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";

/** What is typed in each language beside English, as `rowsOf` reads it. */
export const TABLES = { de: GERMAN, fr: FRENCH, es: SPANISH, nl: DUTCH } as const;
