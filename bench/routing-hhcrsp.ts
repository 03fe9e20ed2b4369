import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plan, Problem, Task } from '../src/engine/routing/model.ts';

/** Home care (Mankowska et al.): patients with one or two services, caregivers with abilities, windows with a soft end. */
interface HomeCare {
  readonly patients: readonly {
    readonly id: string;
    readonly time_window: readonly [number, number];
    readonly required_caregivers: readonly { readonly service: string; readonly duration?: number }[];
    readonly synchronization?: { readonly type: string; readonly distance?: readonly [number, number] };
  }[];
  readonly services: readonly { readonly id: string; readonly default_duration: number }[];
  readonly caregivers: readonly { readonly id: string; readonly abilities: readonly string[] }[];
  readonly distances: readonly (readonly number[])[];
}

interface CareInstance {
  readonly name: string;
  /** The number of patients. */
  readonly className: string;
  readonly best: number;
  readonly data: HomeCare;
  readonly problem: Problem;
}

/** The instances count in minutes with three decimals. */
const THOUSANDTHS = 1000;
const scaled = (value: number): number => Math.round(value * THOUSANDTHS);

export function careInstances(folder: string, only: readonly string[] = []): CareInstance[] {
  const best = new Map(
    readFileSync(path.join(folder, 'best-known.tsv'), 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split('\t'))
      .map(([name = '', cost = '']) => [name, Number(cost)]),
  );
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'))
    .filter((name) => best.has(name) && (only.length === 0 || only.includes(name)))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1))
    .map((name) => {
      const data: HomeCare = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'));
      const className = name.split('_')[0] ?? name;
      return { name, className, best: best.get(name) ?? Number.NaN, data, problem: problemOf(data) };
    });
}

const durationOf = ({ services }: HomeCare, service: string, duration: number | undefined): number =>
  duration ?? services.find(({ id }) => id === service)?.default_duration ?? 0;
const taskId = (patient: string, at: number): string => `${patient}/${at + 1}`;
const gapOf = ({ synchronization }: HomeCare['patients'][number]): readonly [number, number] =>
  synchronization?.type === 'sequential' ? (synchronization.distance ?? [0, 0]) : [0, 0];

/** A metre costs nothing and a thousandth of a minute one: the cost of the plan is three times that of the instance, in thousandths. */
function problemOf(data: HomeCare): Problem {
  // Nobody has to be home in time: late enough for every route in any order.
  const horizon = 20_000 * THOUSANDTHS;
  const day = {
    date: 'day',
    span: { start: 0, end: horizon + 1 },
    working: [{ start: 0, end: horizon }],
    startLocation: 0,
    endLocation: 0,
  };
  const tasks = data.patients.flatMap((patient, no) =>
    patient.required_caregivers.map(({ service, duration }, at): Task => {
      const worked = scaled(durationOf(data, service, duration));
      const [opens, closes] = patient.time_window;
      const [min, max] = gapOf(patient);
      return {
        id: taskId(patient.id, at),
        duration: worked,
        place: no + 1,
        earliest: scaled(opens),
        due: scaled(closes) + worked,
        requirements: [{ text: service, anyOf: [service] }],
        ...(patient.required_caregivers.length > 1
          ? {
              link: {
                id: patient.id,
                ...(at === 0
                  ? {}
                  : { distances: [{ task: taskId(patient.id, 0), min: scaled(min), max: scaled(max) }] }),
              },
            }
          : {}),
      };
    }),
  );
  return {
    resources: data.caregivers.map(({ id, abilities }) => ({ id, skills: abilities, days: [day] })),
    tasks,
    travel: {
      places: data.distances.length,
      seconds: (from, to) => scaled(data.distances[from]?.[to] ?? 0),
      metres: () => 0,
    },
    weights: {
      served: 1e4,
      travelKm: 0,
      travelHour: 3600 / THOUSANDTHS,
      lateHour: 3600 / THOUSANDTHS,
      largestLateHour: 3600 / THOUSANDTHS,
      overtimeHour: 0,
      balance: 0,
      preference: 0,
      disruption: 0,
    },
  };
}

interface CareResult {
  readonly faults: readonly string[];
  readonly travel: number;
  readonly tardiness: number;
  readonly largest: number;
  readonly cost: number;
}

const CLOSE = 1e-6;

/** Judges a plan from the instance alone: no code of the engine, and no check of it. */
export function evaluate(data: HomeCare, { visits }: Pick<Plan, 'visits'>): CareResult {
  const faults: string[] = [];
  const done = visits.map((visit) => {
    const [id = '', number = ''] = visit.task.split('/');
    const place = data.patients.findIndex((patient) => patient.id === id);
    const patient = data.patients[place];
    const service = patient?.required_caregivers[Number(number) - 1];
    const caregiver = data.caregivers.find((each) => each.id === visit.resource);
    const start = visit.start / THOUSANDTHS;
    const worked = service ? durationOf(data, service.service, service.duration) : 0;
    if (!service) faults.push(`${visit.task} is unknown`);
    if (!caregiver?.abilities.includes(service?.service ?? ''))
      faults.push(`${visit.resource} cannot do ${visit.task}`);
    if (start < (patient?.time_window[0] ?? 0) - CLOSE) faults.push(`${visit.task} is too early`);
    return { ...visit, place: place + 1, start, end: start + worked, late: start - (patient?.time_window[1] ?? 0) };
  });
  for (const patient of data.patients) {
    const own = patient.required_caregivers.map((_, at) => done.filter(({ task }) => task === taskId(patient.id, at)));
    if (own.some((each) => each.length !== 1)) {
      faults.push(`${patient.id} is not served once for each service`);
      continue;
    }
    const [first, second] = own.flat();
    if (!first || !second) continue;
    const [min, max] = gapOf(patient);
    const gap = second.start - first.start;
    if (first.resource === second.resource) faults.push(`${patient.id} has one caregiver for both services`);
    if (gap < min - CLOSE || gap > max + CLOSE) faults.push(`${patient.id} has its services ${gap} apart`);
  }
  let travel = 0;
  for (const { id } of data.caregivers) {
    const route = done.filter(({ resource }) => resource === id).sort((a, b) => a.start - b.start);
    let [place, free] = [0, 0];
    for (const visit of route) {
      const way = data.distances[place]?.[visit.place] ?? Number.NaN;
      travel += way;
      if (!(visit.start >= free + way - CLOSE)) faults.push(`${id} cannot be at ${visit.task} in time`);
      place = visit.place;
      free = visit.end;
    }
    travel += data.distances[place]?.[0] ?? Number.NaN;
  }
  const late = done.map((visit) => Math.max(0, visit.late));
  const tardiness = late.reduce((sum, each) => sum + each, 0);
  const largest = Math.max(0, ...late);
  return { faults, travel, tardiness, largest, cost: (travel + tardiness + largest) / 3 };
}
