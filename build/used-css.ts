/** Names of elements and of classes that a piece of HTML has. */
function namesIn(html: string) {
  const classes = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  const elements = [...html.matchAll(/<([a-z]\w*)/g)].map(([, name = ""]) => name);
  return { classes: new Set(classes), elements: new Set([...elements, "html", "body"]) };
}

const withoutKeyframes = (css: string) =>
  css.replace(/@(?:-webkit-)?keyframes [\w-]+\{(?:[^{}]+\{[^{}]*\})*\}/g, "");

/** Drops the rules (innermost blocks) for elements and classes that the HTML does not have. */
function withoutUnusedRules(css: string, html: string): string {
  const { classes, elements } = namesIn(html);
  const canMatch = (selector: string) => {
    const bare = selector.replace(/\\.|\[[^\]]*\]|\([^)]*\)/g, "");
    return (
      [...bare.matchAll(/\.([\w-]+)/g)].every(([, name = ""]) => classes.has(name)) &&
      [...bare.matchAll(/(?<![\w.:-])([a-z]\w*)/g)].every(([, name = ""]) => elements.has(name))
    );
  };
  return css.replace(/([^{};]+)\{[^{}]*\}/g, (rule, selectors: string) =>
    // At commas outside of brackets.
    selectors.split(/,(?![^(]*\))/).some(canMatch) ? rule : "",
  );
}

/** Drops custom properties that nothing refers to, and those that only they referred to. */
function withoutUnusedProperties(css: string): string {
  const used = new Set([...css.matchAll(/var\((--(?:\\.|[\w-])+)/g)].map(([, name]) => name));
  const kept = css.replace(/(--(?:\\.|[\w-])+):[^;{}]*;/g, (declaration, name: string) =>
    used.has(name) ? declaration : "",
  );
  return kept === css ? css : withoutUnusedProperties(kept);
}

function withoutEmptyBlocks(css: string): string {
  const kept = css.replace(/[^{};]+\{\}/g, "");
  return kept === css ? css : withoutEmptyBlocks(kept);
}

/**
 * What a piece of HTML needs of emotion's CSS (minified, with blocks in blocks): the rules that may match
 * something in it, in their order, and the custom properties that these use. No animation.
 */
export const usedCss = (css: string, html: string): string =>
  withoutEmptyBlocks(withoutUnusedProperties(withoutUnusedRules(withoutKeyframes(css), html)));
