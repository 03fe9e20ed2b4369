import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { useMay } from '../../session/may.ts';
import type { ActionQueue } from '../action-queue.ts';
import type { Conflict } from './conflict.ts';
import { FixMenu } from './fix-menu.tsx';
import { conflictsKey } from './queries.ts';
import { useConflictTexts } from './texts.ts';

interface Props {
  readonly conflict: Conflict;
  readonly message: string;
  readonly isSelected: boolean;
  readonly queue: ActionQueue;
  onShow(): void;
  onAccept(): void;
  onWithdrawn(): void;
}

/** One conflict: a click shows its bar; beside it the fixes. An accepted one is struck out, with its reason. */
export function ConflictLine({ conflict, message, isSelected, queue, onShow, onAccept, onWithdrawn }: Props) {
  const texts = useConflictTexts();
  const format = useFormat();
  const may = useMay();
  const { id, severity, start, waiver } = conflict;
  return (
    <li className={`conflict${isSelected ? ' task-selected' : ''}`}>
      <button type="button" className="conflict-show" onClick={onShow}>
        <span className={`wrong wrong-${severity}`} role="img" aria-label={texts.severities[severity]} />
        <span className="notice-when">{format.moment(start)}</span>
        <span className={waiver ? 'conflict-accepted' : undefined} dir="auto">
          {message.slice(0, 400)}
        </span>
        {waiver && (
          <span className="conflict-waiver" dir="auto">
            {texts.acceptedBy(waiver.by.replace(/^\w+:/, ''), format.moment(waiver.until), waiver.reason)}
          </span>
        )}
      </button>
      {waiver ? (
        <Withdraw id={id} onDone={onWithdrawn} />
      ) : (
        <>
          <FixMenu id={id} queue={queue} about={message.slice(0, 120)} />
          {may('conflicts.accept') && (
            <Button size="compact-xs" variant="subtle" onClick={onAccept} {...may('conflicts.accept')}>
              {texts.accept}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

function Withdraw({ id, onDone }: { id: string; onDone(): void }) {
  const texts = useConflictTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const mark = useMay()('conflicts.accept');
  if (!mark) return null;
  const withdraw = (): void => {
    api
      .delete('/violations/{id}/waiver', { path: { id } })
      .then(() => queries.invalidateQueries({ queryKey: conflictsKey }))
      .then(onDone, notify.error);
  };
  return (
    <Button size="compact-xs" variant="subtle" onClick={withdraw} {...mark}>
      {texts.withdraw}
    </Button>
  );
}
