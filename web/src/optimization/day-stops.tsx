import { Card } from '../kit/page.tsx';
import { useFormat } from '../kit/use-format.ts';
import type { Proposal } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';

const MOST = 100;

/** Time that the plan keeps for breaks and refills. */
export function DayStops({ stops, names }: { stops: Proposal['stops']; names: ReadonlyMap<string, string> }) {
  const texts = useRunTexts();
  const format = useFormat();
  if (stops.length === 0) return null;
  return (
    <Card title={`${texts.stops} (${stops.length})`}>
      <ul className="opt-left">
        {stops.slice(0, MOST).map(({ kind, resourceNo, name, start, end }) => (
          <li key={`${resourceNo} ${kind} ${start}`} dir="auto">
            <b>{(names.get(resourceNo) ?? resourceNo).slice(0, 80)}</b>{' '}
            {kind === 'refill' ? texts.refill : name.slice(0, 50)} – {format.moment(start)} – {format.clock(end)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
