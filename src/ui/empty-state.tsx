import { chakra } from "@chakra-ui/react";

export function EmptyState({ title, hint }: { title: string; hint: string }) {
  return (
    <chakra.div display="grid" gap="1" justifyItems="center" textAlign="center" py="12">
      <chakra.svg
        viewBox="0 0 96 72"
        width="7.5rem"
        mb="4"
        fill="none"
        stroke="border.control"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 14h80v50H8zM8 14l4-6h72l4 6" fill="var(--rota-colors-bg-panel)" />
        <circle cx="26" cy="32" r="5" />
        <circle cx="26" cy="49" r="5" />
        <path d="M40 32h32M40 49h20" strokeDasharray="1 6" />
      </chakra.svg>
      <chakra.p fontWeight="semibold">{title}</chakra.p>
      <chakra.p color="fg.muted">{hint}</chakra.p>
    </chakra.div>
  );
}
