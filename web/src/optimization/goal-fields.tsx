import { Slider } from '@mantine/core';
import { type Goal, goals, LEVELS } from './run-request.ts';
import { useOptimizationTexts } from './texts.ts';

/** One slider for each goal, with named levels instead of weights. */
export function GoalFields({
  levels,
  onChange,
}: {
  levels: Readonly<Record<Goal, number>>;
  onChange(levels: Readonly<Record<Goal, number>>): void;
}) {
  const texts = useOptimizationTexts();
  return (
    <fieldset className="opt-goals">
      <legend>{texts.goals}</legend>
      {goals.map((goal) => (
        <div key={goal} className="opt-goal">
          <span className="opt-goal-name">{texts.goalNames[goal]}</span>
          <Slider
            size="sm"
            min={0}
            max={LEVELS.length - 1}
            step={1}
            label={null}
            value={levels[goal]}
            thumbLabel={texts.goalNames[goal]}
            thumbProps={{ 'aria-valuetext': texts.levels[levels[goal]] }}
            onChange={(level) => onChange({ ...levels, [goal]: level })}
          />
          <span className="opt-goal-level">{texts.levels[levels[goal]]}</span>
        </div>
      ))}
    </fieldset>
  );
}
