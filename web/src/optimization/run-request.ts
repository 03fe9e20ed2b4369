import type { Paths } from '../api/schema.ts';
import { addDays, instantOf, midnightOf } from '../dates/zone.ts';

export type Kind = 'fieldService' | 'professionalServices';
type Visits = Paths['/optimization/fieldService']['post']['body'];
type Budgets = Paths['/optimization/professionalServices']['post']['body'];

/** Steps of a slider, each a multiple of the default weight; their names are texts. */
export const LEVELS = [0, 0.5, 1, 2, 5, 20] as const;
export const goals = [
  'served',
  'travel',
  'lateness',
  'overtime',
  'workingTime',
  'balance',
  'preference',
  'disruption',
] as const;
export type Goal = (typeof goals)[number];

/** The values of the form. Numbers that are not set are empty. */
export interface RunForm {
  readonly kind: Kind;
  readonly from: string;
  readonly to: string;
  /** Undefined for all resources. */
  readonly resources: readonly string[] | undefined;
  /** Undefined for all open tasks. */
  readonly filter:
    | { readonly category: readonly string[]; readonly requirement: readonly string[]; readonly text: string }
    | undefined;
  readonly movePlanned: boolean;
  /** Indexes in LEVELS. */
  readonly levels: Readonly<Record<Goal, number>>;
  readonly maxSeconds: number | '';
  readonly maxChanges: number | '';
  readonly freezeBefore: string;
  readonly overtimeMinutes: number | '';
  readonly maxDistanceKm: number | '';
  readonly commuteIsWork: boolean;
  readonly seed: number | '';
  /** Percentage. */
  readonly utilization: number;
  readonly maxMinutesPerDay: number | '';
}

/** The days of a window in the address that are not over; five days from today on without one. */
export function firstDays(
  { start, end }: { readonly start?: unknown; readonly end?: unknown },
  today: string,
): { readonly from: string; readonly to: string } {
  const isWindow = [start, end].every((each) => /^\d{4}-\d\d-\d\d$/.test(String(each)));
  if (!isWindow || String(end) <= today || String(start) >= String(end)) return { from: today, to: addDays(today, 4) };
  return { from: String(start) > today ? String(start) : today, to: addDays(String(end), -1) };
}

export const firstForm = (today: string, days = firstDays({}, today)): RunForm => ({
  kind: 'fieldService',
  ...days,
  resources: undefined,
  filter: undefined,
  movePlanned: true,
  levels: { served: 2, travel: 2, lateness: 2, overtime: 2, workingTime: 0, balance: 0, preference: 2, disruption: 2 },
  maxSeconds: 20,
  maxChanges: '',
  freezeBefore: '',
  overtimeMinutes: '',
  maxDistanceKm: '',
  commuteIsWork: false,
  seed: '',
  utilization: 80,
  maxMinutesPerDay: '',
});

const set = <Name extends string, T>(name: Name, value: T | ''): { readonly [N in Name]?: T } =>
  (value === '' ? {} : { [name]: value }) as { readonly [N in Name]?: T };

/** The body that both kinds share. Days are in the planner's time zone. */
function common(form: RunForm, zone: string) {
  const { category = [], requirement = [], text = '' } = form.filter ?? {};
  const filter = {
    ...(category.length > 0 ? { category } : {}),
    ...(requirement.length > 0 ? { requirement } : {}),
    ...set('text', text.trim()),
  };
  const frozen = form.freezeBefore === '' ? Number.NaN : Date.parse(`${form.freezeBefore}Z`);
  return {
    start: new Date(midnightOf(zone, form.from)).toISOString(),
    end: new Date(midnightOf(zone, addDays(form.to, 1))).toISOString(),
    ...(form.resources ? { resources: form.resources } : {}),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
    ...(Number.isNaN(frozen) ? {} : { freezeBefore: new Date(instantOf(zone, frozen)).toISOString() }),
  };
}

export const visitsOf = (form: RunForm, zone: string): Visits => ({
  ...common(form, zone),
  movePlanned: form.movePlanned,
  objective: Object.fromEntries(goals.map((goal) => [goal, LEVELS[form.levels[goal]] ?? 1])),
  ...set('maxSeconds', form.maxSeconds),
  ...set('maxChanges', form.maxChanges),
  ...set('overtimeMinutes', form.overtimeMinutes),
  ...set('maxDistanceKm', form.maxDistanceKm),
  ...set('seed', form.seed),
  commuteIsWork: form.commuteIsWork,
});

export const budgetsOf = (form: RunForm, zone: string): Budgets => ({
  ...common(form, zone),
  utilization: form.utilization / 100,
  ...set('maxMinutesPerDay', form.maxMinutesPerDay),
});
