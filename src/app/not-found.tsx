import { chakra, Stack } from "@chakra-ui/react";
import { Link } from "wouter";
import { useTitle } from "./use-title.ts";

const HomeLink = chakra(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    minH: "touch",
    color: "accent",
    textDecoration: "underline",
    textUnderlineOffset: "0.2em",
  },
});

export default function NotFound() {
  useTitle("404");
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center" px="4" py="10">
      <Stack gap="3" alignItems="center" textAlign="center">
        <chakra.h1 fontSize="4rem" color="accent" fontVariantNumeric="tabular-nums">
          404
        </chakra.h1>
        <p>Oops! Page not found</p>
        <HomeLink href="/">Return to Home</HomeLink>
      </Stack>
    </chakra.main>
  );
}
