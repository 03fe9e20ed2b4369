import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Tool } from '../toolbar-tools.tsx';
import { useShortcutLabel } from './label.ts';

const ShortcutSheet = lazy(() => import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })));

/** The sheet of shortcuts, which a key and a button open, and the button. */
export function useShortcutSheet(): { isOpen: boolean; open(): void; tool: ReactNode; sheet: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const label = useShortcutLabel();
  const open = (): void => setOpen(true);
  return {
    isOpen,
    open,
    tool: <Tool text="?" label={`${label.title} (?)`} onClick={open} />,
    sheet: isOpen && (
      <Suspense>
        <ShortcutSheet onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
