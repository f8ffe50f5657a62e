import { Stack } from "@chakra-ui/react";
import { type DragEvent, type ReactNode, type RefObject, useState } from "react";

interface DropZoneProps {
  /** of the file, which shows what was dropped: whoever has no mouse chooses it there */
  field: RefObject<HTMLInputElement | null>;
  onDropped: (file: File | undefined) => void;
  children: ReactNode;
}

/** Takes a file that is dropped on it. */
export function DropZone({ field, onDropped, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const isFile = ({ dataTransfer }: DragEvent) =>
    [...dataTransfer.items].some(({ kind }) => kind === "file");

  function over(event: DragEvent) {
    if (!isFile(event)) return;
    event.preventDefault();
    setOver(true);
  }

  function drop(event: DragEvent) {
    if (!isFile(event)) return;
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (field.current) field.current.files = files;
    onDropped(files[0]);
  }

  return (
    <Stack
      gap="5"
      pb="4"
      borderRadius="md"
      outline={isOver ? "2px dashed {colors.accent}" : "none"}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </Stack>
  );
}
