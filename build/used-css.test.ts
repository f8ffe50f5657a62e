import { expect, test } from "vitest";
import { usedCss } from "./used-css.ts";

const HTML = '<main class="a b"><input type="text"></main>';

test("keeps, in their order, the rules that may match something", () => {
  const css = "html{x:1;}.a{x:2;}.a:is(:hover, [data-x]){x:3;}@media print{.b input{x:4;}}*{x:5;}";
  expect(usedCss(css, HTML)).toBe(css);
});

test("drops rules for elements and classes that are not there, and blocks that are empty then", () => {
  const css = "table{x:1;}.c{x:2;}.a .c{x:3;}@media print{.c{x:4;}}@layer base{p,input{x:5;}}";
  expect(usedCss(css, HTML)).toBe("@layer base{p,input{x:5;}}");
});

test("drops animations", () => {
  const css = "@keyframes spin{50%{x:1;}to{x:2;}}@-webkit-keyframes spin{to{x:2;}}.a{x:3;}";
  expect(usedCss(css, HTML)).toBe(".a{x:3;}");
});

test("keeps the custom properties that are used, also by others", () => {
  const css =
    ":root{--one:1;--a\\.5:var(--one);--not:var(--neither);--neither:2;}.a{x:var(--a\\.5);}";
  expect(usedCss(css, HTML)).toBe(":root{--one:1;--a\\.5:var(--one);}.a{x:var(--a\\.5);}");
});
