import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportKindName } from '../../api/import-kinds.ts';
import { newId } from '../../api/new-id.ts';
import { callsOf, problemOf, type RowProblem } from './calls.ts';
import type { FileTable } from './cells.ts';
import type { Mapping } from './mapping.ts';
import { checkCalls, importCalls } from './post-calls.ts';
import { type Sent, sendBatches } from './send-batches.ts';

export interface Outcome {
  readonly sent: Sent;
  readonly problems: readonly RowProblem[];
  /** Rows without errors. */
  readonly good: number;
}

type Running = { readonly step: 'check' | 'import'; readonly done: number; readonly total: number };

interface Wanted {
  readonly kind: ImportKindName;
  readonly table: FileTable;
  readonly mapping: Mapping;
}

/** The check of a file and its import. What was found belongs to one file and one mapping: it is forgotten when either changes. */
export function useFileRun({ kind, table, mapping }: Wanted) {
  const queries = useQueryClient();
  const [running, setRunning] = useState<Running>();
  const [checked, setChecked] = useState<Outcome>();
  const [stored, setStored] = useState<Outcome & { readonly requestId: string }>();
  const [failure, setFailure] = useState<unknown>();
  const stopper = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found is forgotten with what it belongs to
  useEffect(() => {
    setChecked(undefined);
    setStored(undefined);
    setFailure(undefined);
    return () => stopper.current?.abort();
  }, [kind, table, mapping]);

  const go = async (step: Running['step']): Promise<void> => {
    const stop = new AbortController();
    stopper.current = stop;
    setFailure(undefined);
    const { calls, problems: inFile } = callsOf(kind, table, mapping);
    const wrong = new Set((checked?.problems ?? []).filter(isError).map(({ row }) => row));
    const sending = step === 'check' ? calls : calls.filter(({ row }) => !wrong.has(row.number));
    setRunning({ step, done: 0, total: sending.length });
    const requestId = newId();
    try {
      const sent = await sendBatches(sending, step === 'check' ? checkCalls : importCalls(requestId), {
        signal: stop.signal,
        onProgress: (done) => setRunning({ step, done, total: sending.length }),
      });
      const found = sent.found.map(({ call, severity, reason }) => problemOf(call, table, mapping, severity, reason));
      const problems = [...(step === 'check' ? inFile : []), ...found].toSorted((a, b) => a.row - b.row);
      const bad = new Set(problems.filter(isError).map(({ row }) => row));
      const outcome = { sent, problems, good: table.rows.length - bad.size };
      if (step === 'check') setChecked(stop.signal.aborted ? undefined : outcome);
      else setStored({ ...outcome, requestId });
    } catch (error) {
      setFailure(error);
    } finally {
      setRunning(undefined);
      if (step === 'import') void queries.invalidateQueries();
    }
  };
  return {
    running,
    checked,
    stored,
    failure,
    check: () => void go('check'),
    run: () => void go('import'),
    stop: () => stopper.current?.abort(),
    undone: () => {
      setStored(undefined);
      setChecked(undefined);
      void queries.invalidateQueries();
    },
  };
}

const isError = ({ severity }: RowProblem): boolean => severity === 'error';
