import { Button } from '@mantine/core';
import { useReasonTexts } from './reason-texts.ts';
import { useSlotRequestTexts } from './slot-request-texts.ts';
import { MOST_WEIGHT, type WeightsState } from './use-weights.ts';

/** One slider per scorer; only the ratio of the weights matters. */
export function WeightSliders({ weights, counting }: { weights: WeightsState; counting: ReadonlySet<string> }) {
  const texts = useSlotRequestTexts();
  const reasons = useReasonTexts();
  return (
    <section className="weights" aria-label={texts.weights}>
      <header>
        <h2>{texts.weights}</h2>
        <Button size="compact-xs" variant="subtle" onClick={weights.equal}>
          {texts.equal}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={weights.reset}>
          {texts.reset}
        </Button>
      </header>
      {weights.scorers.map(({ key, description }) => {
        const [name, hint] = reasons.scorers[key] ?? [key, description];
        const weight = weights.shown[key] ?? 0;
        // A response without slots does not show which scorers apply.
        const isIdle = weight > 0 && counting.size > 0 && !counting.has(key);
        return (
          <label key={key} className={isIdle ? 'weight weight-idle' : 'weight'}>
            <span className="weight-name">{name}</span>
            <input
              type="range"
              min={0}
              max={MOST_WEIGHT}
              step={1}
              aria-label={name}
              aria-describedby={`weight-${key}`}
              value={weight}
              onChange={(event) => weights.set(key, Number(event.currentTarget.value))}
            />
            <output>{weight}</output>
            <span className="weight-hint" id={`weight-${key}`}>
              {isIdle ? texts.notCounting : hint}
            </span>
          </label>
        );
      })}
      {weights.isNothing && <p className="form-note">{texts.allZero}</p>}
    </section>
  );
}
