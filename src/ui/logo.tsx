export function Logo({ size = "1.75rem" }: { size?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" width={size} height={size}>
      <circle cx="16" cy="16" r="13" fill="none" stroke="currentColor" strokeWidth="3" />
      <path
        d="M10 16.5l4.3 4.3L22.5 12"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
