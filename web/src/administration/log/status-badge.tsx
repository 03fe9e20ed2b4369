import type { ReactNode } from 'react';
import './log.css';

export type Tone = 'good' | 'wait' | 'bad' | 'calm' | 'busy';

/** How something stands: in a word, and the word in a colour. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`log-state log-${tone}`}>{children}</span>
);
