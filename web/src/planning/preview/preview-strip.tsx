import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { BoardPreview } from '../../board/types.ts';
import { useLocale } from '../../i18n/language.ts';
import { numberText } from '../../i18n/number-text.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { useErrorMessage } from '../../messages/error-message.ts';
import { isActive, type Move, nameOf, type Run } from '../../proposal/run.ts';
import { RunAgain } from '../../proposal/run-again.tsx';
import { runQuery } from '../../proposal/run-query.ts';
import { useRunTexts } from '../../proposal/run-texts.ts';
import { savedBy } from '../../proposal/ticking.ts';
import { type Applied, useApplyRun } from '../../proposal/use-apply-run.ts';
import { useMay } from '../../session/may.ts';
import './preview.css';
import { openMoves, previewOf } from './preview-of.ts';

const MOST_REASONS = 20;

interface Props {
  readonly id: number;
  /** Called again with undefined when the preview ends. */
  onPreview(preview: BoardPreview | undefined): void;
  /** Appointments have changed. */
  onChanged(): void;
  onClose(): void;
}

/** The proposal of a run above the board that shows it: what it gains, to apply or to discard. */
export function PreviewStrip({ id, onPreview, onChanged, onClose }: Props) {
  const texts = useRunTexts();
  const notify = useNotify();
  const messageOf = useErrorMessage();
  const { data: run, error } = useQuery(runQuery(id));
  const { isBusy, last, apply, undo } = useApplyRun(id);
  const mark = useMay()('optimization.apply');
  const isUndone = last?.isUndone === true;
  const open = useMemo(() => (run && !isUndone ? openMoves(run) : []), [run, isUndone]);
  const preview = useMemo(() => previewOf(open), [open]);
  useEffect(() => {
    onPreview(preview);
    return () => onPreview(undefined);
  }, [preview, onPreview]);
  const discard = (): void => {
    if (run?.applied.length === 0) notify.success(texts.discarded);
    onClose();
  };
  return (
    <section className="preview-strip" aria-label={texts.preview} aria-busy={isBusy}>
      {error && <span role="alert">{messageOf(error)}</span>}
      {run && (last ? <Outcome run={run} last={last} /> : <Gains run={run} open={open} />)}
      {mark && open.length > 0 && (
        <Button {...mark} size="compact-sm" loading={isBusy} onClick={() => void apply().then(onChanged)}>
          {texts.applyAll}
        </Button>
      )}
      {last && !isUndone && last.count > 0 && (
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void undo().then(onChanged)}>
          {texts.undo}
        </Button>
      )}
      <Button size="compact-sm" variant="default" disabled={isBusy} onClick={discard}>
        {last || error ? texts.closePreview : texts.discard}
      </Button>
      <Link to="/optimization/$id" params={{ id: String(id) }}>
        {texts.title(id)}
      </Link>
      {run && last && !isUndone && <Refused moves={open} refused={last.refused} />}
    </section>
  );
}

function Gains({ run, open }: { run: Run; open: readonly Move[] }) {
  const texts = useRunTexts();
  const { locale } = useLocale();
  const signed = (value: number): string => numberText(locale, value, 0, 'exceptZero');
  if (!run.proposal)
    return <span className="preview-hint">{isActive(run) ? texts.waiting : (run.reason ?? texts.stoppedEarly)}</span>;
  const { before, after } = run.proposal;
  const { minutes, km } = savedBy(open, run.proposal);
  return (
    <>
      <b>{texts.previewOf(open.length)}</b>
      <span>
        {texts.figures.served}: {before.served} → {after.served}
      </span>
      <span>
        {texts.travelSaved}: {texts.saved(signed(-minutes), signed(-km))}
      </span>
      <span className="preview-hint">{open.length === 0 ? texts.noChanges : texts.previewHint}</span>
    </>
  );
}

function Outcome({ run, last }: { run: Run; last: Applied }) {
  const texts = useRunTexts();
  return (
    <>
      <span className="preview-hint" role="status">
        {last.isUndone ? texts.undone : texts.doneApplying(last.count)}
        {!last.isUndone && last.refused.size > 0 && ` ${texts.someRefused(last.refused.size)}`}
      </span>
      {last.isUndone && <RunAgain run={run} />}
    </>
  );
}

function Refused({ moves, refused }: { moves: readonly Move[]; refused: ReadonlyMap<number, string> }) {
  if (refused.size === 0) return null;
  return (
    <ul className="preview-refused">
      {moves
        .filter(({ no }) => refused.has(no))
        .slice(0, MOST_REASONS)
        .map(({ no, task }) => (
          <li key={no} dir="auto">
            <b>{nameOf(task).slice(0, 120)}</b>: {refused.get(no)?.slice(0, 400)}
          </li>
        ))}
    </ul>
  );
}
