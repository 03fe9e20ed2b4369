import { Radio, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { formatIn } from '../../dates/format.ts';
import { instantIn } from '../../dates/zone.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { useExportTexts } from '../../kit/export/texts.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { useSession, zoneOf } from '../../session/session.ts';
import { type ShownBoard, useShownBoard } from '../tables/use-shown-board.ts';
import './print.css';
import { printedPages } from './print-days.ts';
import { PrintPages } from './print-pages.tsx';
import { usePrintTexts } from './texts.ts';

interface Props {
  readonly board: ShownBoard;
  onClose(): void;
}

/** Chooses what is printed. The browser prints it, or saves it as a PDF. */
export function PrintDialog({ board, onClose }: Props) {
  const { print } = useTexts();
  const texts = usePrintTexts();
  const [what, setWhat] = useState('board');
  const [isPrinting, setPrinting] = useState(false);
  if (isPrinting) return <Printing {...{ board, onClose }} hasPages={what === 'pages'} />;
  return (
    <FormDialog title={print} onClose={onClose} onSubmit={() => setPrinting(true)}>
      <Radio.Group label={texts.what} value={what} onChange={setWhat}>
        <Stack gap={8} mt={6}>
          <Radio value="board" label={texts.board} description={texts.boardHint} />
          <Radio value="pages" label={texts.pages} description={texts.pagesHint} />
        </Stack>
      </Radio.Group>
      <FormFooter error={undefined} isBusy={false} submitLabel={print} onCancel={onClose} />
    </FormDialog>
  );
}

/** Prints as soon as the pages are in the document, and removes them afterwards. */
function Printing({ board, hasPages, onClose }: Props & { readonly hasPages: boolean }) {
  const read = useShownBoard(board);
  const zone = zoneOf(useSession());
  const moment = useMomentText(zone, board.shown.asOf);
  useEffect(() => {
    document.body.classList.toggle('prints-pages', hasPages);
    const done = (): void => onClose();
    window.addEventListener('afterprint', done);
    // Browsers name the PDF after the page.
    const { title } = document;
    if (moment !== undefined) document.title = `${title} · ${moment}`;
    window.print();
    return () => {
      document.body.classList.remove('prints-pages');
      document.title = title;
      window.removeEventListener('afterprint', done);
    };
  }, [hasPages, moment, onClose]);
  if (!hasPages) return null;
  return createPortal(
    <div className="print-pages">
      <PrintPages
        pages={printedPages(read(), zone)}
        title={[board.title, ...(moment === undefined ? [] : [moment])].join(' · ')}
        zone={zone}
      />
    </div>,
    document.body,
  );
}

/** Names the past moment that the board shows: As of 17 Nov 2026, 09:00. */
function useMomentText(zone: string, asOf: string | undefined): string | undefined {
  const texts = useExportTexts();
  const { locale } = useLocale();
  return asOf === undefined ? undefined : `${texts.asOf} ${formatIn(zone, locale).moment(instantIn(zone, asOf))}`;
}
