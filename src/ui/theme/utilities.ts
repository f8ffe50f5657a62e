import type { SystemConfig } from "@chakra-ui/react";

/**
 * The style properties and conditions that Rota uses. Chakra's own list of 243 and 104, and that of all of CSS's
 * properties, would be 7 kB of the first load. A test names those that are missing, and those that nobody uses.
 */

/** By the tokens that their values may name, each with its short name. */
const PROPERTIES: Readonly<Record<string, string>> = {
  spacing:
    "gap rowGap columnGap inset top bottom insetInline=insetX insetBlock insetInlineStart=insetStart insetInlineEnd=insetEnd margin=m marginTop=mt marginBottom=mb marginInlineStart=ms marginInlineEnd=me marginInline=mx marginBlock=my padding=p paddingTop=pt paddingBottom=pb paddingInlineStart=ps paddingInlineEnd=pe paddingInline=px paddingBlock=py scrollMarginBottom scrollPaddingTop borderSpacing",
  sizes: "width=w height=h minWidth=minW minHeight=minH maxWidth=maxW maxHeight=maxH flexBasis",
  colors:
    "background=bg color borderColor borderTopColor outlineColor textDecorationColor accentColor fill stroke",
  radii: "borderRadius",
  shadows: "boxShadow=shadow",
  zIndex: "zIndex",
  durations: "transitionDuration animationDuration",
  fonts: "fontFamily",
  fontSizes: "fontSize",
  fontWeights: "fontWeight",
  lineHeights: "lineHeight",
  letterSpacings: "letterSpacing",
  // No tokens.
  "": "WebkitLineClamp WebkitTouchCallout alignItems alignSelf animation animationIterationCount appearance aspectRatio backgroundImage border borderBottomWidth borderCollapse borderStyle borderTopWidth borderWidth boxSizing breakInside colorScheme containIntrinsicSize content contentVisibility cursor direction display fieldSizing flex flexDirection flexGrow flexShrink flexWrap float fontVariantNumeric gridColumn gridTemplateColumns justifyContent justifyItems listStyleType opacity order outline outlineOffset overflow overflowWrap overflowX overflowY overscrollBehavior placeItems pointerEvents position printColorAdjust resize rotate scale strokeDasharray strokeDashoffset strokeLinecap strokeLinejoin strokeWidth tableLayout textAlign textDecoration textDecorationStyle textDecorationThickness textOverflow textSizeAdjust textUnderlineOffset textWrap touchAction transform transition transitionProperty translate unicodeBidi userSelect verticalAlign whiteSpace wordBreak zoom",
};

const named = Object.entries(PROPERTIES).flatMap(([values, names]) =>
  names.split(" ").map((name) => {
    const [property = "", shorthand] = name.split("=");
    return [property, { ...(values && { values }), ...(shorthand && { shorthand }) }];
  }),
);

const corners = (edge: "Top" | "Bottom") => (radius: string) => ({
  [`border${edge}LeftRadius`]: radius,
  [`border${edge}RightRadius`]: radius,
});

export const utilities: NonNullable<SystemConfig["utilities"]> = {
  ...Object.fromEntries(named),
  boxSize: { values: "sizes", transform: (size) => ({ width: size, height: size }) },
  borderTopRadius: { values: "radii", transform: corners("Top") },
  borderBottomRadius: { values: "radii", transform: corners("Bottom") },
  lineClamp: {
    transform: (lines) => ({
      overflow: "hidden",
      display: "-webkit-box",
      WebkitLineClamp: lines,
      WebkitBoxOrient: "vertical",
      textWrap: "wrap",
    }),
  },
  /** Read out, and not seen. */
  srOnly: {
    transform: () => ({
      position: "absolute",
      width: "1px",
      height: "1px",
      padding: "0",
      margin: "-1px",
      overflow: "hidden",
      clip: "rect(0, 0, 0, 0)",
      whiteSpace: "nowrap",
      borderWidth: "0",
    }),
  },
};

export const conditions: NonNullable<SystemConfig["conditions"]> = {
  hover: ["@media (hover: hover)", "&:is(:hover, [data-hover]):not(:disabled, [data-disabled])"],
  active: "&:is(:active, [data-active]):not(:disabled, [data-disabled], [data-state=open])",
  focusVisible: "&:is(:focus-visible, [data-focus-visible])",
  disabled: "&:is(:disabled, [disabled], [data-disabled], [aria-disabled=true])",
  checked: "&:is(:checked, [data-checked], [aria-checked=true], [data-state=checked])",
  expanded: "&:is([aria-expanded=true], [data-expanded], [data-state=expanded])",
  highlighted: "&[data-highlighted]",
  before: "&::before",
  empty: "&:is(:empty, [data-empty])",
  invalid: "&:is([data-invalid], [aria-invalid=true], [data-state=invalid])",
  selected: "&:is([aria-selected=true], [data-selected])",
  open: "&:is([open], [data-open], [data-state=open])",
  closed: "&:is([closed], [data-closed], [data-state=closed])",
  motionReduce: "@media (prefers-reduced-motion: reduce)",
  print: "@media print",
  icon: "& :where(svg)",
};
