import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { loadFirstScreen } from "./app/home.tsx";
import { storedSession } from "./auth/stored-session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no element with the id root.");

function show(element: HTMLElement): void {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  // The page shows the sign-in screen already (prerender/show.ts), and still nobody is signed in.
  if (globalThis.rotaKeptClick && storedSession() === null) hydrateRoot(element, app);
  else createRoot(element).render(app);
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
