/** Stands in for @pandacss/is-valid-prop: the theme has the names (utilities.ts). */
export const isCssProperty = (name: string): boolean => /^--|[&@]/.test(name);
