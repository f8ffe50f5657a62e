import { Center, chakra } from "@chakra-ui/react";

export default function AllDone({ isNews }: { isNews: boolean }) {
  return (
    <Center pt="8" color="accent">
      <chakra.svg
        width="8.5rem"
        viewBox="0 0 120 84"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        css={isNews ? { "& path": { animation: "draw-line 200ms ease-out" } } : {}}
      >
        <path pathLength="1" d="M30 36h52v16a22 22 0 0 1-22 22h-8a22 22 0 0 1-22-22z" />
        <path pathLength="1" d="M82 41h6a9 9 0 0 1 0 18h-7" />
        <path pathLength="1" d="M22 80h70" />
        <path pathLength="1" d="M45 26c-5-6 5-9 0-16M57 26c-5-6 5-9 0-16M69 26c-5-6 5-9 0-16" />
        <path pathLength="1" d="M46 54l7 7 13-14" />
      </chakra.svg>
    </Center>
  );
}
