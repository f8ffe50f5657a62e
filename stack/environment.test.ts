import { afterEach, expect, test, vi } from "vitest";
import { forgetCallersSettings, serviceEnvironment } from "./environment.ts";

afterEach(() => vi.unstubAllEnvs());

test("a service sees where it is and its own settings, and nothing else of the caller's", () => {
  for (const name of ["HTTP_PROXY", "https_proxy", "NODE_OPTIONS", "PGSSLMODE", "DENO_CERT"]) {
    vi.stubEnv(name, "whatever");
  }
  vi.stubEnv("PATH", "/bin");
  vi.stubEnv("HOME", "/home/alice");
  const kept = serviceEnvironment({ DENO_DIR: "/cache" });
  expect(kept).toMatchObject({ PATH: "/bin", HOME: "/home/alice", DENO_DIR: "/cache" });
  expect(Object.values(kept)).not.toContain("whatever");
});

test("this process's own database clients and Vite don't see the caller's settings either", () => {
  vi.stubEnv("PGSSLMODE", "require");
  vi.stubEnv("PGOPTIONS", "-c search_path=nowhere");
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("HTTPS_PROXY", "http://proxy.example");
  forgetCallersSettings();
  expect(process.env).not.toHaveProperty("PGSSLMODE");
  expect(process.env).not.toHaveProperty("PGOPTIONS");
  expect(process.env).not.toHaveProperty("NODE_ENV");
  // Tools that use the network need it.
  expect(process.env.HTTPS_PROXY).toBe("http://proxy.example");
});
