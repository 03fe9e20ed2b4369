import { Button } from '@mantine/core';

interface Props {
  readonly text: string;
  readonly label: string;
  /** Of the control that undoes. */
  readonly mark: object | undefined;
  onUndo(): void;
}

/** The text of a notification about an action, with a button that undoes it. */
export function UndoToast({ text, label, mark, onUndo }: Props) {
  return (
    <span className="undo-toast">
      <span dir="auto">{text}</span>
      <Button {...mark} size="compact-xs" variant="default" onClick={onUndo}>
        {label}
      </Button>
    </span>
  );
}
