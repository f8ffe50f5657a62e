import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { loadFirstScreen } from "./app/home.tsx";
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

// The page asks for the first screen's file, too: waiting for it here saves a loading sign on the way.
if (location.pathname === "/") {
  loadFirstScreen(storedSession() !== null)
    // The screen itself fails of it, and says so.
    .catch(() => undefined)
    .then(() => show(root));
} else {
  show(root);
}
