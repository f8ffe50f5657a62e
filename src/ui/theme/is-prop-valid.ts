/** Stands in for @emotion/is-prop-valid: which attributes an element has is known to the types. */
export default (name: string): boolean => !["as", "asChild", "theme"].includes(name);
