export const browserArgs: string[] = [
  // Chromium's sandbox can't be used by root (containers, CI); the rest keeps it off the network.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Drawing by the processor alone takes less of it than a graphics card that it imitates.
  "--disable-gpu",
];
