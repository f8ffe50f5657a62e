import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { loadAuthScreen } from "./app/home.tsx";
import { storedSession } from "./auth/stored-session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root.");

function show(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// In a transition React waits for what is loaded already; otherwise it would show its loading sign, and
// hold the form back for 0.3 s behind it.
if (storedSession() === null && location.pathname === "/") {
  loadAuthScreen()
    // The screen itself fails of it, and says so.
    .catch(() => undefined)
    .then(() => startTransition(() => show(root)));
} else {
  show(root);
}
