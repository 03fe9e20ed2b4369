import { Alert, Button, Group, Progress } from '@mantine/core';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { useUndo } from '../changes/use-undo.ts';
import type { FileTable } from './cells.ts';
import type { Mapping } from './mapping.ts';
import { PreviewTable } from './preview-table.tsx';
import { ProblemTable } from './problem-table.tsx';
import { useFileImportTexts } from './texts.ts';
import { type Outcome, useFileRun } from './use-file-run.ts';

interface Props {
  readonly kind: ImportKindName;
  readonly table: FileTable;
  readonly mapping: Mapping;
}

/** Preview, check and import. */
export function RunCard({ kind, table, mapping }: Props) {
  const texts = useFileImportTexts();
  const notify = useNotify();
  const { running, checked, stored, failure, check, run, stop, undone } = useFileRun({ kind, table, mapping });
  const good = checked?.good ?? 0;
  const isMapped = Object.keys(mapping.columns).length > 0;
  const shown = stored ?? checked;
  return (
    <Card title={texts.preview}>
      <PreviewTable kind={kind} table={table} mapping={mapping} />
      <Group gap="sm" mt="sm">
        <Button
          size="xs"
          variant={checked ? 'default' : 'filled'}
          disabled={!isMapped || running !== undefined}
          onClick={check}
        >
          {texts.check}
        </Button>
        {checked && !stored && (
          <Button size="xs" disabled={good === 0 || running !== undefined} onClick={run}>
            {texts.run(good)}
          </Button>
        )}
        {running && (
          <Button size="xs" variant="default" onClick={stop}>
            {texts.stop}
          </Button>
        )}
      </Group>
      {running && (
        <div role="status" className="file-import-progress">
          {running.step === 'check' ? texts.checking : texts.importing}: {texts.progress(running.done, running.total)}
          <Progress
            value={running.total === 0 ? 100 : (100 * running.done) / running.total}
            aria-label={running.step === 'check' ? texts.checking : texts.importing}
          />
        </div>
      )}
      {failure !== undefined && (
        <Alert color="red" variant="light" mt="sm" role="alert" title={texts.failed}>
          {notify.messageOf(failure)} {texts.failedHint}
        </Alert>
      )}
      {checked && !stored && <Checked outcome={checked} />}
      {stored && <Stored outcome={stored} requestId={stored.requestId} undone={undone} />}
      {shown && shown.problems.length > 0 && <ProblemTable kind={kind} table={table} problems={shown.problems} />}
    </Card>
  );
}

function Checked({ outcome: { sent, problems } }: { outcome: Outcome }) {
  const texts = useFileImportTexts();
  const wrong = new Set(problems.filter(({ severity }) => severity === 'error').map(({ row }) => row)).size;
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  const { created, updated, unchanged } = sent.counts;
  return (
    <Alert color={wrong > 0 ? 'red' : 'green'} variant="light" mt="sm" role="status">
      {wrong > 0 ? `${texts.wrongRows(wrong)} ${texts.correct}` : texts.checkedWell}{' '}
      {sent.refused.length === 0 && texts.summary(created, updated, unchanged)}{' '}
      {warnings > 0 && texts.warnings(warnings)}
    </Alert>
  );
}

interface StoredProps {
  readonly outcome: Outcome;
  readonly requestId: string;
  undone(): void;
}

function Stored({ outcome: { sent }, requestId, undone }: StoredProps) {
  const texts = useFileImportTexts();
  const { undo, reasons } = useUndo(undone);
  const { created, updated, unchanged } = sent.counts;
  return (
    <>
      <Alert color={sent.refused.length > 0 || sent.left > 0 ? 'red' : 'green'} variant="light" mt="sm" role="status">
        {texts.stored(sent.stored)} {texts.summary(created, updated, unchanged)}
        {sent.refused.map(({ from, to, rows }) => (
          <p key={from}>{texts.refused(from, to, rows)}</p>
        ))}
        {sent.left > 0 && <p>{texts.left(sent.left)}</p>}
      </Alert>
      {created + updated > 0 && (
        <Button size="xs" variant="default" mt="sm" loading={undo.isPending} onClick={() => undo.mutate({ requestId })}>
          {texts.undo}
        </Button>
      )}
      {reasons.length > 0 && (
        <Alert color="red" variant="light" mt="sm" role="alert">
          {reasons.slice(0, 20).map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </Alert>
      )}
    </>
  );
}
