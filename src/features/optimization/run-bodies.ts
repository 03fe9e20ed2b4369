import { MOST_TEXTS } from '../../domain/text-limits.ts';
import { type Objectives, objectives, usualObjectives } from '../../engine/optimization/objectives.ts';
import { MOST_RESOURCES, MOST_TASKS, usualOptions } from '../../engine/optimization/request.ts';
import { described, type Infer, type JsonSchema, type Kind, kind, shown } from '../../platform/contract/kind.ts';
import { object, required, withDefault } from '../../platform/contract/object.ts';
import { dayOrInstant } from '../../platform/contract/times.ts';
import { between, boolean, integer, list, text, texts } from '../../platform/contract/values.ts';

const LARGEST_FACTOR = 1000;
const DAY_MINUTES = 1440;
const MOST_PLACES = 50;

/** A list that selects what is planned: an empty one would select nothing, which cannot be meant. */
const selection = <T>(item: Kind<T>, most: number, what: string): Kind<readonly T[]> => {
  const all = list(item, MOST_TEXTS);
  return kind(all.schema, (value, position) => {
    const count = Array.isArray(value) ? value.length : 1;
    if (count === 0) throw position.refuse('REQ033', `must have at least one element; leave it out for all ${what}.`);
    if (count > most) throw position.refuse('REQ014', `at most ${most} can be planned in one run.`);
    return all.read(value, position);
  });
};

const factorSchema = ({ usual, about }: (typeof objectives)[keyof typeof objectives]): JsonSchema => ({
  type: 'number',
  minimum: 0,
  maximum: LARGEST_FACTOR,
  default: usual,
  description: about,
});

const objectiveNames = Object.keys(objectives) as (keyof Objectives)[];

/** Only the ratio of the factors counts, so one of them must be above 0. */
const objective: Kind<Objectives> = kind(
  {
    type: 'object',
    description: 'Weight of each objective, as a multiple of its default.',
    properties: Object.fromEntries(objectiveNames.map((name) => [name, factorSchema(objectives[name])])),
  },
  (value, position) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw position.refuse('REQ007', 'must be an object.');
    const factors: Record<keyof Objectives, number> = { ...usualObjectives };
    for (const [sent, factor] of Object.entries(value)) {
      const name = objectiveNames.find((each) => each.toLowerCase() === sent.trim().toLowerCase());
      if (name === undefined)
        throw position
          .within(sent.slice(0, 60))
          .refuse('REQ035', `there is no such objective; available are ${objectiveNames.join(', ')}.`);
      if (factor === null || factor === undefined) continue;
      factors[name] = between(0, LARGEST_FACTOR).read(factor, position.within(name)) ?? factors[name];
    }
    if (Object.values(factors).every((factor) => factor === 0))
      throw position.refuse('REQ014', 'at least one must be more than 0.');
    return factors;
  },
);

const taskName = {
  sourceApp: required(text()),
  sourceType: required(text()),
  jobNo: required(text()),
  taskNo: required(text()),
};
const tasks = selection(object(taskName), MOST_TASKS, 'tasks');
const resources = described(
  selection(text(), MOST_RESOURCES, 'resources'),
  'ResourceNos; default: all that are shown to planners.',
);
const filter = object(
  {
    category: withDefault(texts(), []),
    requirement: withDefault(texts(), []),
    sourceApp: withDefault(texts(), []),
    jobNo: withDefault(texts(), []),
    text: text(),
  },
  { description: 'Instead of tasks. Each property takes one value or a list.' },
);

const start = required(
  described(dayOrInstant('start'), 'A date, or a date and time; without an offset in the time zone of the tenant.'),
);
const end = (longestDays: number) =>
  required(described(dayOrInstant('end'), `A date includes the whole day. At most ${longestDays} days after start.`));
const freezeBefore = described(dayOrInstant('start'), 'Nothing changes before this time. Never before now.');

/** A number whose bounds are shown. */
const numberIn = (minimum: number, maximum: number, more: JsonSchema = {}) =>
  shown(between(minimum, maximum), { minimum, maximum, ...more });
const wholeIn = (minimum: number, maximum: number, more: JsonSchema = {}) =>
  shown(integer(minimum, maximum), { minimum, maximum, ...more });
/** A number that is not limited for any reason but its size in memory. */
const wholeFrom0 = (most: number, more: JsonSchema = {}) => shown(integer(0, most), { minimum: 0, ...more });

/** The longest windows: a month of visits, a quarter of budgets. */
export const LONGEST_DAYS = { fieldService: 31, professionalServices: 92 } as const;

const { movePlanned, maxSeconds, seed, commuteIsWork, overtimeMinutes, utilization } = usualOptions;

export const visitsBody = object({
  start,
  end: end(LONGEST_DAYS.fieldService),
  resources,
  tasks: described(tasks, 'Default: open tasks, and tasks planned in the window.'),
  filter,
  movePlanned: withDefault(described(boolean(), 'Whether planned work may be moved.'), movePlanned, movePlanned),
  objective: withDefault(objective, usualObjectives),
  maxSeconds: withDefault(numberIn(1, 600), maxSeconds, maxSeconds),
  iterations: wholeFrom0(1e9, {
    description: 'Ends after this number of rounds, in one thread: the same seed then gives the same plan.',
  }),
  maxChanges: wholeFrom0(1e6, { description: 'How many planned tasks may be moved, reassigned or dropped.' }),
  freezeBefore,
  seed: withDefault(wholeFrom0(2 ** 32 - 1), seed, seed),
  maxDistanceKm: shown(between(0, 100_000), { minimum: 0, description: 'For each resource and day.' }),
  commuteIsWork: withDefault(
    described(boolean(), 'Whether travel to the first visit and from the last one counts as working time.'),
    commuteIsWork,
    commuteIsWork,
  ),
  overtimeMinutes: withDefault(
    wholeIn(0, DAY_MINUTES, { description: 'After the end of working time.' }),
    overtimeMinutes,
    overtimeMinutes,
  ),
});
export type VisitsBody = Infer<typeof visitsBody>;

export const spreadBody = object({
  start,
  end: end(LONGEST_DAYS.professionalServices),
  resources,
  tasks: described(tasks, 'Default: all open tasks.'),
  filter,
  freezeBefore,
  utilization: withDefault(
    numberIn(0.05, 1, {
      description:
        'Maximum share of the free time of a day to fill. More is used only if work would otherwise be late.',
    }),
    utilization,
    utilization,
  ),
  maxMinutesPerDay: wholeIn(1, DAY_MINUTES, { description: 'Maximum per resource, task and day.' }),
});
export type SpreadBody = Infer<typeof spreadBody>;

export const insertBody = object({
  ...taskName,
  start: described(dayOrInstant('start'), 'Default: now.'),
  end: described(
    dayOrInstant('end'),
    `Default: the end of the second day after start. At most ${LONGEST_DAYS.fieldService} days after start.`,
  ),
  resources,
  limit: withDefault(wholeIn(1, MOST_PLACES), 5, 5),
});
export type InsertBody = Infer<typeof insertBody>;
