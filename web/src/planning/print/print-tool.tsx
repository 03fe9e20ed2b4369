import { lazy, Suspense, useCallback, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import type { ShownBoard } from '../tables/use-shown-board.ts';
import { Tool } from '../toolbar-tools.tsx';

const PrintDialog = lazy(() => import('./print-dialog.tsx').then((file) => ({ default: file.PrintDialog })));

/** The print button of the toolbar. */
export function PrintTool(board: ShownBoard) {
  const { print } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Tool name="print" label={print} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <PrintDialog board={board} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
