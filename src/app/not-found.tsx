import { chakra, Stack } from "@chakra-ui/react";
import { Link } from "wouter";
import { useLocale } from "../ui/use-locale.ts";
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
  const { t } = useLocale();
  useTitle("404");
  return (
    <chakra.main minH="100dvh" display="grid" placeItems="center" px="4" py="10">
      <Stack gap="3" alignItems="center" textAlign="center">
        <chakra.h1 fontSize="4rem" color="accent" fontVariantNumeric="tabular-nums">
          404
        </chakra.h1>
        <p>{t("Oops! Page not found")}</p>
        <HomeLink href="/">{t("Return to Home // the app's first page")}</HomeLink>
      </Stack>
    </chakra.main>
  );
}
