import { VisuallyHidden } from '@mantine/core';
import { formatIn } from '../../dates/format.ts';
import { addDays } from '../../dates/zone.ts';
import { useLocale } from '../../i18n/language.ts';
import type { Days } from '../../offline/merge.ts';
import { useDecisionTexts } from './decision-texts.ts';
import type { MissingDay, TeamRow } from './team-rows.ts';
import { useTeamTexts } from './texts.ts';
import { useRowWindow } from './use-row-window.ts';

const ROW_HEIGHT = 46;

interface Props {
  readonly days: Days;
  readonly rows: readonly TeamRow[];
  /** How many entries of each resource need attention, where that is asked for. */
  readonly problems: ReadonlyMap<string, number>;
  onOpen(row: TeamRow, date: string): void;
}

/** Resources by days. Only the visible rows exist in the document, so that long lists scroll fast. */
export function TeamGrid({ days, rows, problems, onOpen }: Props) {
  const { texts: common, locale } = useLocale();
  const texts = useTeamTexts();
  const attention = useDecisionTexts();
  const format = formatIn('UTC', locale);
  const dates = [0, 1, 2, 3, 4, 5, 6].map((at) => addDays(days.start, at));
  const { box, from, to } = useRowWindow(rows.length, ROW_HEIGHT);
  const height = (count: number) => ({ height: count * ROW_HEIGHT });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="team-box" ref={box} tabIndex={0} aria-label={texts.grid}>
      <table className="team-grid" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{common.resource}</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                {format.day(date)}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
            <th scope="col">{texts.planned}</th>
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr style={height(from)} />}
          {rows.slice(from, to).map((row, at) => (
            <tr key={row.resourceNo} style={height(1)} aria-rowindex={from + at + 2}>
              <th scope="row">
                <span className="ts-text">{row.name.slice(0, 80)}</span>
                <small className="ts-text">{(row.teamName ?? row.teamCode ?? '').slice(0, 60)}</small>
                {problems.has(row.resourceNo) && (
                  <small className="ts-text team-missing">
                    {attention.problems(problems.get(row.resourceNo) ?? 0)}
                  </small>
                )}
              </th>
              {dates.map((date) => (
                <td key={date}>
                  <Cell
                    day={row.days.get(date)}
                    label={`${row.name.slice(0, 80)}, ${format.day(date)}`}
                    onOpen={() => onOpen(row, date)}
                  />
                </td>
              ))}
              <td className="team-sum">
                <strong>{format.hours(row.registered)}</strong>
                {row.missing > 0 && <small className="team-missing">{texts.missing(format.hours(row.missing))}</small>}
              </td>
              <td className="team-sum">{format.hours(row.planned)}</td>
            </tr>
          ))}
          {to < rows.length && <tr style={height(rows.length - to)} />}
        </tbody>
      </table>
    </section>
  );
}

/** A day: registered and expected hours. Missing hours are shown as text, not only by colour. */
function Cell({ day, label, onOpen }: { day: MissingDay | undefined; label: string; onOpen(): void }) {
  const { locale } = useLocale();
  const texts = useTeamTexts();
  const format = formatIn('UTC', locale);
  if (!day) return <span className="team-off">–</span>;
  const { registeredInSeconds: registered, workingInSeconds: working, missingInSeconds: missing } = day;
  const unclaimed = day.unclaimedInSeconds > 0 ? texts.unclaimed(format.hours(day.unclaimedInSeconds)) : undefined;
  return (
    <button
      type="button"
      className={missing > 0 ? 'team-cell team-lacks' : 'team-cell'}
      title={unclaimed}
      onClick={onOpen}
    >
      <VisuallyHidden>{label}: </VisuallyHidden>
      <span>
        {working > 0 ? texts.ofExpected(format.hours(registered), format.hours(working)) : format.hours(registered)}
      </span>
      {missing > 0 && <small className="team-missing"> {texts.missing(format.hours(missing))}</small>}
      {unclaimed && <VisuallyHidden> {unclaimed}</VisuallyHidden>}
    </button>
  );
}
