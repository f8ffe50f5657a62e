/** The values of a sentence about somebody; `you` is the reader, about whom languages have other verbs. */
export type Who = { readonly who: "you" | "other"; readonly name: string };

export const whoIs = (isYou: boolean | undefined, name: string): Who => ({
  who: isYou ? "you" : "other",
  name,
});
