/**
 * Runs one program for the stack and stops it when the stack is gone, however that ended: standard
 * input is a pipe from the supervisor, and when it closes (an orderly stop, or the supervisor was
 * killed) the program gets its stop signal. Plain JavaScript, to start fast and stay small.
 *
 * Usage: node lifeline.mjs '{"command","args","stopSignal","uid"?,"gid"?,"cwd"?}'
 */
import { spawn } from "node:child_process";

const KILL_AFTER_MS = 15_000;
const { command, args, stopSignal, ...options } = JSON.parse(process.argv[2]);

const child = spawn(command, args, { ...options, stdio: ["pipe", 2, 2] });

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  child.kill(stopSignal);
  setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS).unref();
}

process.stdin.on("end", stop).on("error", stop).resume();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
// The supervisor's log pipe may close before this process does; that is no reason to fail.
process.stderr.on("error", stop);

child.on("error", (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on("exit", (code, signal) => {
  if (!stopping && signal) console.error(`ended by ${signal}`);
  process.exit(stopping ? 0 : (code ?? 1));
});
