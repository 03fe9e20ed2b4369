import { Button } from '@mantine/core';
import { type CSSProperties, useMemo, useState } from 'react';
import { midnightOf } from '../dates/zone.ts';
import { Card } from '../kit/page.tsx';
import { useFormat } from '../kit/use-format.ts';
import type { Move, PlanningBoard } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { type StripBar, type StripDay, stripsOf } from './strip-days.ts';

const FIRST = 30;

/** A small board: the days that change, with the old position faded and the new one solid. Read-only. */
export function Strips({ moves, board }: { moves: readonly Move[]; board: PlanningBoard }) {
  const texts = useRunTexts();
  const zone = zoneOf(useSession());
  const [isWhole, setWhole] = useState(false);
  const { days, from, till } = useMemo(() => stripsOf(moves, board, zone), [moves, board, zone]);
  const names = useMemo(() => new Map(board.resources.map(({ resourceNo, name }) => [resourceNo, name])), [board]);
  if (days.length === 0) return null;
  const shown = isWhole ? days : days.slice(0, FIRST);
  const hours = Array.from({ length: till - from + 1 }, (_, i) => from + i);
  return (
    <Card title={texts.strips}>
      <p className="opt-hint">{texts.stripsHint}</p>
      <div className="opt-strips">
        <div className="opt-strip-axis" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ left: `${(100 * (hour - from)) / (till - from)}%` }}>
              {hour}
            </span>
          ))}
        </div>
        {shown.map((day, i) => (
          <Strip
            key={`${day.resourceNo} ${day.date}`}
            day={day}
            name={names.get(day.resourceNo) ?? day.resourceNo}
            isFirst={shown[i - 1]?.date !== day.date}
            styleOf={styleWithin(from, till)}
          />
        ))}
      </div>
      {shown.length < days.length && (
        <Button size="compact-sm" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {texts.showAll(days.length)}
        </Button>
      )}
    </Card>
  );
}

type StyleOf = (stretch: { readonly from: number; readonly till: number }) => CSSProperties;

const styleWithin =
  (first: number, last: number): StyleOf =>
  ({ from, till }) => ({
    left: `${(100 * (from / 60 - first)) / (last - first)}%`,
    width: `${(100 * (till - from)) / 60 / (last - first)}%`,
  });

function Strip({ day, name, isFirst, styleOf }: { day: StripDay; name: string; isFirst: boolean; styleOf: StyleOf }) {
  const texts = useRunTexts();
  const format = useFormat();
  const zone = zoneOf(useSession());
  const labelOf = ({ what, label, start, end }: StripBar): string =>
    `${texts[what]}: ${label}, ${format.clock(start)}–${format.clock(end)}`;
  return (
    <>
      {isFirst && <h3 className="opt-strip-date">{format.day(midnightOf(zone, day.date))}</h3>}
      <span className="opt-strip-name" dir="auto" title={name.slice(0, 200)}>
        {name.slice(0, 80)}
      </span>
      <ul className="opt-strip" aria-label={`${name.slice(0, 80)}, ${format.day(midnightOf(zone, day.date))}`}>
        {day.working.map((stretch) => (
          <li key={stretch.from} className="opt-strip-working" aria-hidden="true" style={styleOf(stretch)} />
        ))}
        {day.bars.map((bar) => (
          <li
            key={`${bar.what} ${bar.no ?? ''} ${bar.start} ${bar.label}`}
            className={`opt-bar opt-bar-${bar.what}`}
            style={styleOf(bar)}
            title={labelOf(bar).slice(0, 300)}
          >
            <span className="opt-unseen">{labelOf(bar).slice(0, 300)}</span>
            <span aria-hidden="true" dir="auto">
              {bar.label.slice(0, 60)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
