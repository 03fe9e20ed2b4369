import { useQuery } from '@tanstack/react-query';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { dayQuery } from './queries.ts';
import type { Slot } from './slot-request.ts';
import { spanOn } from './slot-time.ts';
import { stripOf } from './strip.ts';
import { useSlotTexts } from './texts.ts';

const spanOf = ({ start, end }: { start: string; end: string }) => ({ start: Date.parse(start), end: Date.parse(end) });
const at = ({ left, width }: { left: number; width: number }) => ({ left: `${left}%`, width: `${width}%` });

/** A small strip of the resource's day: working time, appointments and the slot. */
export function DayStrip({ slot, zone }: { slot: Slot; zone: string }) {
  const texts = useSlotTexts();
  const date = dateOf(zone, Date.parse(slot.start));
  const { data: day } = useQuery(dayQuery(zone, slot.resourceNo, date));
  const window = { start: midnightOf(zone, date), end: midnightOf(zone, addDays(date, 1)) };
  const booked = day?.booked ?? [];
  const strip = stripOf(zone, window, {
    working: day?.working.map(spanOf) ?? [],
    booked: booked.map(spanOf),
    slot: spanOf(slot),
  });
  return (
    <div
      className="strip"
      role="img"
      aria-label={texts.strip(slot.resourceName.slice(0, 80), booked.length)}
      aria-busy={day === undefined}
    >
      <div className="strip-day">
        {strip.working.map((box) => (
          <span key={`w${box.left}`} className="strip-working" style={at(box)} />
        ))}
        {strip.booked.map(({ index, ...box }) => {
          const booking = booked[index];
          const { start, end } = spanOf(booking ?? slot);
          return (
            <span
              key={`b${index}`}
              className="strip-booked"
              style={at(box)}
              title={`${spanOn(zone, start, end)} ${(booking?.subject ?? texts.busy).slice(0, 120)}`}
            />
          );
        })}
        <span className="strip-slot" style={at(strip.slot)} />
      </div>
      <div className="strip-ticks">
        {strip.ticks.map(({ left, label }) => (
          <span key={left} style={{ left: `${left}%` }}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
