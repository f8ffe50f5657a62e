import { ChakraProvider, chakra } from "@chakra-ui/react";
import { QueryClient, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { system } from "../src/ui/theme/system.ts";

const queryClient = new QueryClient();

/** The bare page with the libraries of every screen of the app: the smallest page that uses them. */
function WithLibraries() {
  const { data } = useQuery({
    queryKey: ["day"],
    queryFn: () => "Saturday",
    initialData: "Saturday",
  });
  const { mutate } = useMutation({ mutationFn: async () => "done" });
  return (
    <chakra.main>
      <chakra.h1>Today is {data}</chakra.h1>
      <chakra.button type="button" onClick={() => mutate()}>
        Mark Sweep as done
      </chakra.button>
    </chakra.main>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <WithLibraries />
      </QueryClientProvider>
    </ChakraProvider>,
  );
}
