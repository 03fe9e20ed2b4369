import type { Run } from '../proposal/run.ts';

const WIDTH = 320;
const HEIGHT = 72;
const PAD = 3;

/** The cost of the best plan over time. */
export function CostPlot({ history, seconds, label }: { history: Run['history']; seconds: number; label: string }) {
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return null;
  const longest = Math.max(seconds, last.seconds, 0.1);
  const span = Math.max(first.objective - last.objective, 1e-9);
  const x = (at: number): number => PAD + ((WIDTH - 2 * PAD) * at) / longest;
  const y = (objective: number): number => PAD + ((HEIGHT - 2 * PAD) * (first.objective - objective)) / span;
  // The cost stays constant until a better plan is found: steps, not slopes.
  const steps = history.map(({ seconds: at, objective }, i) =>
    i === 0 ? `M${x(0)} ${y(objective)}H${x(at)}` : `H${x(at)}V${y(objective)}`,
  );
  return (
    <svg
      className="opt-plot"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${Math.round(first.objective)} → ${Math.round(last.objective)}`}
    >
      <path d={`M${PAD} ${HEIGHT - PAD}H${WIDTH - PAD}`} className="opt-plot-ground" />
      <path d={`${steps.join('')}H${x(longest)}`} className="opt-plot-line" />
    </svg>
  );
}
