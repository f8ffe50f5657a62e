import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./store/random-uuid.ts";
import { App } from "./app/app.tsx";
import { speakUsual } from "./app/language.ts";
import { loadFirstScreen } from "./app/signed-in.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root.");

// Not awaited here: a language's file may import what this one is built into.
void Promise.all([speakUsual(), loadFirstScreen()]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
