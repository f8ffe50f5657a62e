import { StrictMode } from "react";
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

// After a loading sign of its own, React would hold the form back for 0.3 s; the page has one.
if (storedSession() === null && location.pathname === "/") {
  loadAuthScreen()
    .catch(() => undefined)
    .then(() => show(root));
} else {
  show(root);
}
