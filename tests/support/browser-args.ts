export const browserArgs: string[] = [
  // Chromium's sandbox can't be used by root (containers, CI); the rest keeps it off the network.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];
