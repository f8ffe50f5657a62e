import { StrictMode } from "react";
import "./store/random-uuid.ts";
import { App } from "./app/app.tsx";
import { speakUsual } from "./app/language.ts";
import { loadFirstScreen } from "./app/signed-in.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root.");

// React's DOM is the largest file: the page asks for it beside this one (build/page.ts), which starts meanwhile.
const drawing = import("react-dom/client");

// Not awaited here: a language's file may import what this one is built into.
void Promise.all([drawing, speakUsual(), loadFirstScreen()]).then(([{ createRoot }]) =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
