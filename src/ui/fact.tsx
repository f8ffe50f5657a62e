import type { ComponentProps } from "react";
import { type IconName, rowIcon } from "./icon.tsx";

export const Fact = ({ icon, children, ...props }: ComponentProps<"span"> & { icon: IconName }) => (
  <span className="fact" {...props}>
    {rowIcon(icon)}
    {children}
  </span>
);
