import { type Chance, chanceFrom } from '../src/domain/random.ts';
import { DEFAULT_WEIGHTS, type Problem, type Task, type TravelTable } from '../src/engine/routing/model.ts';
import { roadKm, roadMinutes, straightKm } from '../src/engine/travel/estimate.ts';

/** A week of field service: technicians with homes and skills, customers in and around towns, half of them with a window. */
export interface FieldSet {
  readonly tasks: number;
  readonly technicians: number;
  readonly days: number;
  readonly seed: number;
}

export const FIELD_SETS: readonly FieldSet[] = [
  { tasks: 300, technicians: 20, days: 5, seed: 300 },
  { tasks: 1000, technicians: 50, days: 5, seed: 1000 },
];

export const nameOf = ({ tasks, technicians, days }: FieldSet): string => `${tasks} x ${technicians} x ${days}`;

const HOUR = 3600;
const DAY = 24 * HOUR;
const MONDAY = Date.parse('2026-07-06') / 1000;
const SKILLS = ['heating', 'cooling', 'F-gas', 'electric', 'plumbing'];

interface Point {
  readonly lat: number;
  readonly lon: number;
}

export function fieldProblem({ tasks, technicians, days, seed }: FieldSet): Problem {
  const chance = chanceFrom(seed);
  const towns = Array.from({ length: 12 }, () => ({ lat: 50.5 + chance.next(), lon: 3.5 + 1.8 * chance.next() }));
  const places = Array.from({ length: technicians + tasks }, () => near(chance, chance.pick(towns)));
  const ids = Array.from({ length: technicians }, (_, no) => `technician ${no + 1}`);
  return {
    resources: ids.map((id, no) => ({
      id,
      skills: chance.some(SKILLS, chance.whole(2, 4)),
      days: Array.from({ length: days }, (_, day) => ({
        date: new Date((MONDAY + day * DAY) * 1000).toISOString().slice(0, 10),
        span: { start: MONDAY + day * DAY, end: MONDAY + (day + 1) * DAY },
        working: [shift(day, 8, 12), shift(day, 12.5, 17)],
        startLocation: no,
        endLocation: no,
        overtime: HOUR,
      })),
    })),
    tasks: Array.from({ length: tasks }, (_, no) => taskOf(chance, no, technicians + no, days, ids)),
    travel: estimated(places),
    weights: DEFAULT_WEIGHTS,
  };
}

/** Most live in town, some far out. */
function near(chance: Chance, town: Point): Point {
  const spread = chance.next() < 0.7 ? 0.06 : 0.3;
  return { lat: town.lat + (chance.next() - 0.5) * spread, lon: town.lon + (chance.next() - 0.5) * spread * 1.6 };
}

const shift = (day: number, from: number, till: number) => ({
  start: MONDAY + day * DAY + from * HOUR,
  end: MONDAY + day * DAY + till * HOUR,
});

function taskOf(chance: Chance, no: number, place: number, days: number, ids: readonly string[]): Task {
  const often = (share: number): boolean => chance.next() < share;
  const day = chance.whole(0, days - 1);
  const morning = often(0.5);
  const skill = chance.pick(SKILLS);
  return {
    id: `task ${no + 1}`,
    duration: chance.whole(2, 8) * 900,
    place,
    priority: often(0.1) ? 3 : often(0.3) ? 2 : 1,
    ...(often(0.6) ? { requirements: [{ text: skill, anyOf: [skill] }] } : {}),
    ...(often(0.3) ? { windows: [morning ? shift(day, 8, 12) : shift(day, 12.5, 17)] } : {}),
    ...(often(0.3) ? { due: MONDAY + (day + 1) * DAY } : {}),
    ...(often(0.05) ? { preferred: [chance.pick(ids)] } : {}),
  };
}

function estimated(places: readonly Point[]): TravelTable {
  const straight = (from: number, to: number): number => {
    // The estimate differs by its direction in the last digits; a way there is as long as the way back.
    const [a, b] = [places[Math.min(from, to)] as Point, places[Math.max(from, to)] as Point];
    return straightKm(a.lat, a.lon, b.lat, b.lon);
  };
  return {
    places: places.length,
    seconds: (from, to) => Math.ceil(roadMinutes(straight(from, to)) * 60),
    metres: (from, to) => Math.round(roadKm(straight(from, to)) * 1000),
  };
}
