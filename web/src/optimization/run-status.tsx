import type { Run } from './run.ts';
import { useOptimizationTexts } from './texts.ts';

/** A word in a frame; its colour only supports it. */
export function RunStatus({ status }: { status: Run['status'] }) {
  const texts = useOptimizationTexts();
  return <span className={`opt-status opt-status-${status}`}>{texts.statuses[status]}</span>;
}
