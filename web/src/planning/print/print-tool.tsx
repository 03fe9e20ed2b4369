import { lazy, Suspense, useCallback, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import type { BoardStore } from '../board-store.ts';
import type { BoardFilter } from '../filter.ts';
import { Tool } from '../toolbar-tools.tsx';

const PrintDialog = lazy(() => import('./print-dialog.tsx').then((file) => ({ default: file.PrintDialog })));

interface Props {
  readonly store: BoardStore;
  readonly filter: BoardFilter;
  readonly title: string;
}

/** The print button of the toolbar. */
export function PrintTool({ store, filter, title }: Props) {
  const { print } = useTexts();
  const zone = zoneOf(useSession());
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Tool name="print" label={print} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <PrintDialog {...{ store, filter, zone, title }} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
