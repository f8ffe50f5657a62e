import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkParts } from "./links.ts";

const linksOf = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

/** Pasted and hostile texts, in any order. */
const fragments = [
  ...["javascript:", "JaVaScRiPt:", "data:text/html,", "vbscript:", "file:///", "blob:", "ftp://"],
  ...["http://", "https://", "HTTPS://", "mailto:", "//", "www.", "example.com", "bob@example.com"],
  ...["alert(1)", "<script>", "a", ".", ",", "(", ")", "[", "]", '"', "'", "@", "/", "?", "#", "&"],
  ...[" ", "\n", "\t", "\u0000", "\u00ad", "\u200b", "\u202e", "é", "שלום", "👩‍👩‍👧"],
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "binary" })))
  .map((pieces) => pieces.join(""));

describe("links in a text", () => {
  it("lead to http, https and mailto only, whatever the text is", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        for (const href of linksOf(text)) {
          // As the browser reads it: without the tabs and line breaks that hide a scheme.
          expect(href.replace(/[\t\r\n]/g, "")).toMatch(/^(https?|mailto):/i);
        }
      }),
    );
  });

  it("show where they lead, and nothing of the text is lost or moved", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const parts = linkParts(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) {
          expect(text.startsWith(part.text, part.index)).toBe(true);
          if (part.href) expect([part.text, `mailto:${part.text}`]).toContain(part.href);
        }
      }),
    );
  });

  it("are found among words and brackets, without the punctuation around them", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    const address = fc
      .tuple(fc.constantFrom("http", "https"), word, fc.array(word, { maxLength: 3 }), word)
      .map(([scheme, host, path, query]) =>
        [`${scheme}://${host}.example.com`, ...path, `?q=${query}#top`].join("/"),
      );
    const around = fc.constantFrom(
      ...[
        ["", ""],
        ["(", ")"],
        ["[", "]"],
        ['"', '"'],
        ["“", "”"],
        ["<", ">"],
        ["see ", " now"],
      ],
    );
    const after = fc.constantFrom("", ".", ",", "!", "?", ";", ":", "…", ").", "\nand so on");
    fc.assert(
      fc.property(address, around, after, (url, [before, behind], end) => {
        expect(linksOf(`${before}${url}${behind}${end}`)).toEqual([url]);
      }),
    );
  });

  it.each([
    ["en.wikipedia.org/wiki/Rota_(schedule)", ["https://en.wikipedia.org/wiki/Rota_(schedule)"]],
    ["a.example/x) and (https://b.example", ["https://a.example/x", "https://b.example"]],
    ["münchen.de/straße.", ["https://münchen.de/straße"]],
    ["a.example/list: the first", ["https://a.example/list"]],
    ["localhost:5173/#today", ["https://localhost:5173/#today"]],
    // Text before an @ is no host: the link must not lead elsewhere than it seems to.
    ["bank.example@evil.example/", ["https://bank.example"]],
  ])("https://%s", (rest, links) => {
    expect(linksOf(`(https://${rest}`)).toEqual(links);
  });

  it.each(["javascript:alert(1)", "data:text/html,<b>", "ftp://a.example", "//a.example", "1.5 l"])(
    "%s is none",
    (text) => {
      expect(linkParts(text)).toEqual([{ index: 0, text }]);
    },
  );

  it("makes an e-mail address one", () => {
    expect(linkParts("Ask bob@example.com.")).toEqual([
      { index: 0, text: "Ask " },
      { index: 4, text: "bob@example.com", href: "mailto:bob@example.com" },
      { index: 19, text: "." },
    ]);
  });
});
