import type { ReactNode } from 'react';
import './log.css';

export type Tone = 'good' | 'wait' | 'bad' | 'calm' | 'busy';

/** A status as a coloured word. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`log-state log-${tone}`}>{children}</span>
);
