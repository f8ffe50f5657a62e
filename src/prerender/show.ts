import { storedSession } from "../auth/stored-session.ts";
import { keepClicks } from "../ui/kept-click.ts";

/**
 * Runs within the built page, after the template with the sign-in screen that the build has drawn: who has
 * no session gets it at once and fills it in while the app comes. An address that says more may lead
 * elsewhere.
 */

const { pathname, search, hash } = location;
const isPlain = pathname === "/" && search === "" && !hash.includes("=");
const content = document.querySelector("template")?.content;
const screen = content?.querySelector("main");

if (isPlain && content && screen && storedSession() === null) {
  // On the screen alone: whatever the app may show instead works at once.
  keepClicks(screen);
  document.head.append(...content.querySelectorAll("style"));
  document.getElementById("root")?.replaceChildren(content);
}
