#!/usr/bin/env node
import { runCommand } from "./dist/command.js";

const code = await runCommand(process.argv.slice(2)).catch((error) => {
  console.error(`embedded-supabase: ${error.message}`);
  return error.message === "stopped." ? 0 : 1;
});
process.exit(code);
