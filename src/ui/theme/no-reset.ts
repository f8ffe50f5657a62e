/** Chakra's reset stands in the page already (app/page-styles.tsx). */
export const createPreflight = () => ({});
