import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Router } from "wouter";
import { App } from "../app/app.tsx";
import { loadFirstScreen } from "../app/home.tsx";

/** Run by the build (build/prerender.ts). */

await loadFirstScreen(false);

/** The app as HTML, on `/` and with nobody signed in; emotion's styles stand before what they are for. */
export const signInScreen = renderToString(
  <StrictMode>
    <Router ssrPath="/">
      <App />
    </Router>
  </StrictMode>,
);
