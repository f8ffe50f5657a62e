import type { ComponentProps } from "react";
import { type IconName, rowIcon } from "./icon.tsx";

interface FactProps extends ComponentProps<"span"> {
  icon: IconName;
}

export const Fact = ({ icon, children, ...props }: FactProps) => (
  <span className="fact" {...props}>
    {rowIcon(icon)}
    {children}
  </span>
);
