import type { Chance } from '../../src/domain/random.ts';
import { live } from './live-values.ts';
import { ODD_MOMENTS, ODD_NUMBERS, ODD_TEXTS } from './odd-values.ts';
import { resolved, type Schema } from './operations.ts';

/** Records have one of a few keys, so that references fit and requests meet each other. */
export const WORDS = ['Alpha', 'Beta', 'Gamma'] as const;
const GUIDS = ['0f8fad5b-d9cb-469f-a165-70867728950e', '7c9e6679-7425-40de-944b-e07fc1f90ae7'] as const;
/** What can only be planned lies in the future, what was registered lies in the past. Each has a working week. */
const ERAS = [
  {
    early: ['2030-06-03', '2030-06-03T08:00:00', '2030-06-03T06:00:00Z'],
    late: ['2030-06-04', '2030-06-08T00:00:00+02:00'],
  },
  { early: ['2026-06-01', '2026-06-01T08:00:00'], late: ['2026-06-02', '2026-06-01T17:00:00Z'] },
] as const;
const MOMENTS = [...ERAS.flatMap(({ early, late }) => [...early, ...late]), '2030-06-05T12:30:00', '2030-07-01'];
const DAYS = ['2026-06-01', '2026-06-02'] as const;

/** All windows of one request lie in the same week, or they would never fit. */
const eras = new WeakMap<Chance, (typeof ERAS)[number]>();
function eraOf(chance: Chance): (typeof ERAS)[number] {
  const era = eras.get(chance) ?? (chance.next() < 0.7 ? ERAS[0] : ERAS[1]);
  eras.set(chance, era);
  return era;
}
const early = (chance: Chance): unknown => chance.pick<string>(eraOf(chance).early);
const late = (chance: Chance): unknown => chance.pick<string>(eraOf(chance).late);

/** The parts of a long key mostly agree, or no reference would ever fit. */
const mostlyAlpha = (chance: Chance): unknown => (chance.next() < 0.8 ? 'Alpha' : chance.pick(WORDS));

/** What a property of this name takes, wherever it stands. `wait` and `maxSeconds` keep the run short. */
const BY_NAME: Readonly<Record<string, (chance: Chance) => unknown>> = {
  sourceapp: mostlyAlpha,
  sourcetype: mostlyAlpha,
  jobno: mostlyAlpha,
  taskno: mostlyAlpha,
  resourceno: mostlyAlpha,
  resource: mostlyAlpha,
  start: early,
  end: late,
  startdate: early,
  enddate: late,
  startedat: (chance) => chance.pick(ERAS[1].early),
  date: (chance) => chance.pick(DAYS),
  stoppedat: (chance) => chance.pick(ERAS[1].late),
  from: early,
  to: late,
  since: early,
  freezebefore: (chance) => chance.pick(MOMENTS),
  duration: (chance) => chance.pick(['PT1H', 'PT30M', 'PT8H']),
  granularity: (chance) => chance.pick(['PT15M', 'PT1H']),
  timezone: (chance) => chance.pick(['Europe/Brussels', 'Asia/Kolkata', 'America/St_Johns']),
  recurrencerule: (chance) =>
    chance.pick(['daily', 'weekly', 'FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=DAILY;COUNT=5']),
  wait: (chance) => chance.pick(['0', '1', '-1', '61', '1e9', 'x']),
  maxseconds: (chance) => chance.pick([1, 2]),
  iterations: (chance) => chance.pick([10, 100]),
  email: (chance) => chance.pick(['alpha@example.com', 'beta@example.com']),
  user: (chance) => chance.pick(['alpha@example.com', 'beta@example.com']),
  owner: () => 'alpha@example.com',
  username: (chance) => chance.pick(['alpha@example.com', 'nobody@example.com']),
  password: (chance) => chance.pick(['a password for the soak', 'wrong']),
  roles: (chance) => chance.pick([['viewer'], ['planner'], 'timekeeper;viewer']),
  scopes: (chance) => chance.pick([['read'], ['import', 'plan'], ['time']]),
  uri: () => 'https://erp.invalid/plan',
  tokenuri: () => 'https://erp.invalid/token',
  notificationurl: () => 'https://erp.invalid/hook',
  changetype: (chance) => chance.pick([['created'], ['updated', 'deleted'], ['I']]),
  entity: (chance) => chance.pick(['Job', 'Task', 'Appointment', 'Resource']),
  country: (chance) => chance.pick(['BE', 'NL', 'US']),
  city: (chance) => chance.pick(['Gent', 'Antwerpen', 'Utrecht']),
  address: (chance) => chance.pick(['Veldstraat 1, 9000 Gent', 'Meir, Antwerpen']),
  zipcode: (chance) => chance.pick(['9000', '2000', '3511']),
  locationmode: (chance) => chance.pick(['home', 'route']),
  bucket: (chance) => chance.pick(['day', 'week']),
  businesshours: (chance) => chance.pick([[{ start: '08:00', end: '17:00' }], []]),
  weekend: (chance) => chance.pick([[6, 7], []]),
  holidays: () => [{ date: '2030-06-04', name: 'Holiday', yearly: true }],
  overrides: () => [{ weekday: 5, hours: [] }],
  event: (chance) => chance.pick(['AppointmentCreated', 'AppointmentUpdated', 'JobDeleted']),
  status: (chance) => chance.pick([0, 1, 2, 'done', 'failed', 'queued']),
  name: (chance) => chance.pick([...WORDS, 'basicMap', 'optimization', 'recommendation', 'timeRegistration']),
  include: (chance) => chance.pick(['tasks', 'appointments', 'filterValues', 'tasks,appointments']),
  open: (chance) => chance.pick(['all', 'true']),
  order: (chance) => chance.pick(['asc', 'desc']),
  by: (chance) => chance.pick(['resource', 'task', 'day', 'id']),
  limit: (chance) => chance.pick([1, 10, 100]),
  page: (chance) => chance.pick([1, 2]),
  search: (chance) => chance.pick(WORDS),
  ifmatch: (chance) => chance.pick([1, 2]),
  appointmentid: () => live('appointmentId'),
  appointmentno: () => live('appointmentNo'),
  appointmentguid: (chance) => chance.pick([...GUIDS, live('appointmentGuid')]),
  predecessor: (chance) => chance.pick(GUIDS),
  successor: (chance) => chance.pick(GUIDS),
  timeentryid: () => live('timeEntryId'),
  timesessionid: () => live('timeSessionId'),
  timesessionids: () => [live('timeSessionId')],
  deliveryid: () => live('deliveryId'),
  seriesid: () => live('seriesId'),
  requestid: () => live('requestId'),
  number: () => live('number'),
  lease: () => live('lease'),
  token: () => live('token'),
  after: () => live('number'),
  before: () => live('number'),
  file: (chance) => chance.pick(['Alpha.ics', `${'a'.repeat(43)}.ics`]),
  id: (chance) => chance.pick([1, 2, 3, 5, 8, live('id'), live('id'), 'Alpha']),
};

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/** A value that the schema describes; odd spellings of the type come from `mutated`. */
export function validValue(schema: Schema, chance: Chance, name = '', depth = 0): unknown {
  const plain = resolved(schema);
  const byName = BY_NAME[name.toLowerCase()];
  if (byName) return byName(chance);
  if (plain.enum) return chance.pick(plain.enum);
  if (plain.oneOf) return validValue(chance.pick(plain.oneOf), chance, name, depth);
  const types = typesOf(plain).filter((type) => type !== 'null' || (!isKeyLike(name) && chance.next() < 0.2));
  const type = types.length === 0 ? 'string' : chance.pick(types);
  switch (type) {
    case 'object':
      return objectOf(plain, chance, depth);
    case 'array':
      return Array.from({ length: depth === 0 ? chance.whole(1, 8) : chance.whole(0, 3) }, () =>
        validValue(plain.items ?? {}, chance, name.replace(/s$/, ''), depth + 1),
      );
    case 'boolean':
      return chance.next() < 0.5;
    case 'integer':
      return Math.min(chance.whole(plain.minimum ?? 0, (plain.minimum ?? 0) + 9), plain.maximum ?? 9);
    case 'number':
      return Math.min((plain.minimum ?? 0) + chance.whole(0, 40) / 4, plain.maximum ?? 100);
    case 'null':
      return null;
  }
  if (plain.format === 'date-time') return chance.pick(MOMENTS);
  if (plain.format === 'date') return chance.pick(MOMENTS).slice(0, 10);
  if (plain.format === 'uuid') return chance.pick(GUIDS);
  if (plain.pattern !== undefined) return chance.pick(['01:30:00', '08:00:00', '17:45:10']);
  return chance.pick(WORDS).slice(0, plain.maxLength ?? 100);
}

function objectOf(schema: Schema, chance: Chance, depth: number): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  // A record with all of its forty columns now and then; a handful of them as a rule.
  const share = chance.pick([0.1, 0.3, 0.3, 1]);
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    if (schema.required?.includes(name) || isKeyLike(name) || chance.next() < share)
      made[name] = validValue(property, chance, name, depth + 1);
  if (!schema.properties) for (const word of WORDS.slice(0, chance.whole(0, 2))) made[word] = chance.whole(0, 9);
  return made;
}

const isKeyLike = (name: string): boolean => /^(sourceApp|sourceType|.*No|code|name|start|end)$/.test(name);

/** An odd value of the same type: what passes a check of types and fails later. */
export function mutatedValue(schema: Schema, chance: Chance): unknown {
  const plain = resolved(schema);
  if (plain.format === 'date-time' || plain.format === 'date') return chance.pick(ODD_MOMENTS);
  if (typesOf(plain).some((type) => type === 'integer' || type === 'number')) return chance.pick(ODD_NUMBERS);
  return chance.pick([...ODD_TEXTS, ...ODD_MOMENTS]);
}
