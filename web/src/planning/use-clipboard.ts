import { useState } from 'react';
import { snapped } from '../board/hit-test.ts';
import type { Insertion } from '../board/types.ts';
import type { Outcome } from './action-queue.ts';
import type { PlanningActions } from './actions.ts';

export interface Clipboard {
  readonly canPaste: boolean;
  take(ids: readonly number[], how: 'cut' | 'copy'): void;
  paste(insertion: Insertion | undefined): void;
}

/** Cut, copy and paste of bars. Bars that were cut can be pasted once. */
export function useClipboard(actions: PlanningActions, zone: string, report: (outcome: Outcome) => void): Clipboard {
  const [clip, setClip] = useState<'cut' | 'copy'>();
  return {
    canPaste: clip !== undefined,
    take(ids, how) {
      actions.copy(ids);
      setClip(how);
    },
    paste(insertion) {
      if (!clip) report({ type: 'nothingToPaste' });
      else if (!insertion) report({ type: 'noInsertionPoint' });
      else {
        void actions.paste({ ...insertion, at: snapped(zone, insertion.at) }, clip === 'cut');
        if (clip === 'cut') setClip(undefined);
      }
    },
  };
}
