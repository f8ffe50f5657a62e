import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

interface IconButtonProps extends ComponentProps<typeof Button> {
  icon: IconName;
  label: string;
}

export const IconButton = ({ icon, label, ...props }: IconButtonProps) => (
  <Button variant="ghost" size="icon" aria-label={label} {...props}>
    <Icon name={icon} />
  </Button>
);
