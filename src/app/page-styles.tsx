import { ChakraProvider, chakra, createSystem } from "@chakra-ui/react";
import { inEnglish } from "../domain/language/messages.ts";
import { AuthFrame, LEAD } from "../features/auth/auth-frame.tsx";
import { LISTS, occurrenceLists } from "../features/today/occurrence-row.styles.ts";
import { todayStyles } from "../features/today/today-tab.styles.ts";
import { Loading } from "../ui/loading.tsx";
import { tabsStyles } from "../ui/tabs.styles.ts";
import { globalCss } from "../ui/theme/global-css.ts";
import { keyframes } from "../ui/theme/keyframes.ts";
import { config, system } from "../ui/theme/system.ts";
import { frameStyles } from "./frame.styles.ts";

/**
 * The styles that every visit needs: Chakra's reset, the tokens, the global rules, and those of Today and what is around
 * it. The build works them out and puts them into the page (build/page.ts); on a phone that would take more than 0.1 s.
 */
export function PageStyles() {
  const rules = { ...globalCss, ...tabsStyles, ...frameStyles, ...todayStyles };
  const system = createSystem(config, {
    ...{ preflight: true, globalCss: rules, theme: { keyframes } },
  });
  const lists = { [`.${LISTS}`]: system.cva({ base: occurrenceLists })() };
  const value = { ...system, _global: [...system._global, lists] };
  return <ChakraProvider value={value}>{null}</ChakraProvider>;
}

/**
 * The sign-in screen until its files are there, in English; the build draws it into the page, too. As high as with its
 * form, so that nothing moves.
 */
export function SignInFrame() {
  return (
    <ChakraProvider value={system}>
      <AuthFrame lead={inEnglish(LEAD)}>
        <chakra.div minH="21.125rem">
          <Loading />
        </chakra.div>
      </AuthFrame>
    </ChakraProvider>
  );
}
