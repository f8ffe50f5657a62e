/** Whether lines run from right to left, which the document's `dir` says alone. */
export const isFromRight = () => document.documentElement.dir === "rtl";

const OPPOSITES: Readonly<Record<string, string>> = {
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

/** The key that does the same where lines run from left to right. */
export const keyFromLeft = (key: string) => (isFromRight() && OPPOSITES[key]) || key;
