import type { Run } from '../proposal/run.ts';
import { useOptimizationTexts } from './texts.ts';

/** A status as a badge; colour is not the only cue. */
export function RunStatus({ status }: { status: Run['status'] }) {
  const texts = useOptimizationTexts();
  return <span className={`opt-status opt-status-${status}`}>{texts.statuses[status]}</span>;
}
