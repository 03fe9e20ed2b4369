import { addDays, dateOf, localOf } from '../dates/zone.ts';
import type { Move, PlanningBoard } from '../proposal/run.ts';

/** Local minutes since midnight. */
interface Stretch {
  readonly from: number;
  readonly till: number;
}

export interface StripBar extends Stretch {
  readonly what: 'was' | 'becomes' | 'stays';
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** The number of its move. */
  readonly no?: number;
}

/** One resource on one day on which something changes. */
export interface StripDay {
  readonly resourceNo: string;
  readonly date: string;
  readonly bars: readonly StripBar[];
  readonly working: readonly Stretch[];
}

export interface Strips {
  readonly days: readonly StripDay[];
  /** The hours that all strips show. */
  readonly from: number;
  readonly till: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;

interface AssignedBar {
  readonly resources: readonly string[];
  readonly bar: Pick<StripBar, 'what' | 'label' | 'no' | 'start' | 'end'>;
}

/** The days that a proposal changes, each with old, new and unchanged appointments. */
export function stripsOf(moves: readonly Move[], board: PlanningBoard, zone: string): Strips {
  const changed = moves.flatMap(barsOfMove);
  const days = new Map<string, { resourceNo: string; date: string; bars: StripBar[] }>();
  const put = ({ resources, bar }: AssignedBar, opens: boolean): void => {
    for (const resourceNo of resources)
      for (const date of datesOf(zone, bar.start, bar.end)) {
        const key = `${resourceNo}\n${date}`;
        const day = days.get(key) ?? (opens ? { resourceNo, date, bars: [] } : undefined);
        if (!day) continue;
        days.set(key, day);
        day.bars.push({ ...bar, ...stretchOf(zone, date, bar.start, bar.end) });
      }
  };
  for (const each of changed) put(each, true);
  for (const each of stayingOf(moves, changed, board)) put(each, false);
  const working = workingOf(board, zone);
  const found = [...days.values()]
    .map((day) => ({ ...day, working: working(day.resourceNo, day.date) }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.resourceNo.localeCompare(b.resourceNo));
  const stretches = found.flatMap(({ bars, working: hours }) => [...bars, ...hours]);
  const from = Math.min(8 * HOUR, ...stretches.map((each) => each.from));
  const till = Math.max(17 * HOUR, ...stretches.map((each) => each.till));
  return { days: found, from: Math.floor(from / HOUR), till: Math.ceil(till / HOUR) };
}

function barsOfMove(move: Move): AssignedBar[] {
  const { no, from, resources, start, end } = move;
  const bar = { no, label: `${move.task.jobNo} ${move.task.shortDescription}` };
  const bars: AssignedBar[] = [];
  if (from)
    bars.push({
      resources: from.resources,
      bar: { ...bar, what: 'was', start: Date.parse(from.start), end: Date.parse(from.end) },
    });
  if (start !== null && end !== null)
    bars.push({ resources, bar: { ...bar, what: 'becomes', start: Date.parse(start), end: Date.parse(end) } });
  return bars;
}

/** Planned appointments besides the moves. Moves that were applied already are not shown twice. */
function stayingOf(moves: readonly Move[], changed: readonly AssignedBar[], board: PlanningBoard): AssignedBar[] {
  const moving = new Set(moves.flatMap(({ appointment }) => appointment?.appointmentGuid ?? []));
  const spots = new Set(
    changed.flatMap(({ resources, bar }) => resources.map((no) => `${no}\n${bar.start}\n${bar.end}`)),
  );
  return board.appointments
    .filter(({ appointmentGuid }) => !moving.has(appointmentGuid))
    .map(({ resources, start, end, jobNo, taskNo, subject }) => {
      const bar = {
        what: 'stays',
        label: `${jobNo} ${subject ?? taskNo}`,
        start: Date.parse(start),
        end: Date.parse(end),
      } as const;
      return { resources: resources.filter((no) => !spots.has(`${no}\n${bar.start}\n${bar.end}`)), bar };
    });
}

function workingOf(board: PlanningBoard, zone: string): (resourceNo: string, date: string) => Stretch[] {
  const workingIndexes = new Map(board.resources.map(({ resourceNo, working }) => [resourceNo, working]));
  return (resourceNo, date) =>
    (board.workingTimes[workingIndexes.get(resourceNo) ?? -1] ?? [])
      .map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }))
      .filter(({ start, end }) => datesOf(zone, start, end).includes(date))
      .map(({ start, end }) => stretchOf(zone, date, start, end));
}

function datesOf(zone: string, start: number, end: number): string[] {
  const dates: string[] = [];
  const last = dateOf(zone, end - 1);
  for (let date = dateOf(zone, start); date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

function stretchOf(zone: string, date: string, start: number, end: number): Stretch {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const minutes = (instant: number): number => Math.min(DAY, Math.max(0, (localOf(zone, instant) - midnight) / 60_000));
  return { from: minutes(start), till: minutes(end) };
}
