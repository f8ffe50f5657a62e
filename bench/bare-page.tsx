import { createRoot } from "react-dom/client";

/** The smallest page with React. */
function Bare() {
  return (
    <main>
      <h1>Today is Saturday</h1>
      <button type="button">Mark Sweep as done</button>
    </main>
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(<Bare />);
