import { useReasonTexts } from './reason-texts.ts';
import type { Slot } from './slot-request.ts';
import { useSlotTexts } from './texts.ts';

const hundred = (value: number): number => Math.round(100 * value);

/** The score of the slot per scorer; a higher weight has a stronger bar. */
export function ScoreBars({ slot }: { slot: Slot }) {
  const texts = useSlotTexts();
  const reasons = useReasonTexts();
  const parts = Object.entries(slot.scores);
  const most = Math.max(0, ...parts.map(([, { weight }]) => weight));
  return (
    <ul className="score-bars">
      {parts.map(([key, { value, weight }]) => {
        const name = reasons.scorers[key]?.[0] ?? key;
        return (
          <li key={key} title={`${name}: ${texts.counts(hundred(value), hundred(weight))}`}>
            <span className="score-name">{name}</span>
            <meter className="hidden-text" aria-label={name} min={0} max={100} value={hundred(value)} />
            <span className="score-rail" aria-hidden="true">
              <span style={{ width: `${hundred(value)}%`, opacity: 0.35 + (0.65 * weight) / (most || 1) }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
