import { moment, text, texts, whole } from '../../platform/http/shapes.ts';
import { objectives } from './objectives.ts';

/** What the routes of the optimizer take and answer, for the API description. */
const number = { type: 'number' };
const maybe = { type: ['string', 'null'], format: 'date-time' };
const shape = (properties: Readonly<Record<string, unknown>>, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

const taskKeyProperties = { sourceApp: text, sourceType: text, jobNo: text, taskNo: text };
const taskName = { type: 'object', properties: taskKeyProperties, required: Object.keys(taskKeyProperties) };
const proposedTask = shape({ ...taskKeyProperties, shortDescription: text });

export const optimizationBody = {
  type: 'object',
  properties: {
    start: { ...text, description: 'A date or a moment; without an offset in the zone of the tenant.' },
    end: { ...text, description: 'A date counts as a whole. At most 31 days after start.' },
    resources: { ...texts, description: 'ResourceNos; everybody who is shown to planners when left out.' },
    tasks: {
      type: 'array',
      items: taskName,
      description: 'Open tasks and what is planned in the window when left out.',
    },
    filter: {
      type: 'object',
      description: 'Instead of tasks. Each property takes one value or a list.',
      properties: { category: texts, requirement: texts, sourceApp: texts, jobNo: texts, text },
    },
    movePlanned: { type: 'boolean', default: true, description: 'Whether what is planned may move.' },
    objective: {
      type: 'object',
      description: 'How important each is, as a multiple of the ordinary.',
      properties: Object.fromEntries(
        Object.entries(objectives).map(([name, { usual, about }]) => [
          name,
          { type: 'number', minimum: 0, maximum: 1000, default: usual, description: about },
        ]),
      ),
    },
    maxSeconds: { type: 'number', minimum: 1, maximum: 600, default: 20 },
    iterations: {
      ...whole,
      minimum: 0,
      description: 'Ends after so many rounds, in one thread: the same seed then gives the same plan again.',
    },
    maxChanges: { ...whole, minimum: 0, description: 'How many planned tasks may move, change hands or fall out.' },
    freezeBefore: { ...text, description: 'What is planned before stays, and nothing is put there. Never before now.' },
    seed: { ...whole, minimum: 0, default: 1 },
    maxDistanceKm: { type: 'number', minimum: 0, description: 'Of one resource on one day.' },
    commuteIsWork: {
      type: 'boolean',
      default: false,
      description: 'Whether the way to the first visit and from the last one is driven in working time.',
    },
    overtimeMinutes: { ...whole, minimum: 0, maximum: 1440, default: 0, description: 'After the last working hour.' },
  },
  required: ['start', 'end'],
};

const { start, end, resources, tasks, filter, freezeBefore } = optimizationBody.properties;
export const spreadBody = {
  type: 'object',
  properties: {
    start,
    end: { ...end, description: 'A date counts as a whole. At most 92 days after start.' },
    resources,
    tasks: { ...tasks, description: 'All open tasks when left out.' },
    filter,
    freezeBefore,
    utilization: {
      type: 'number',
      minimum: 0.05,
      maximum: 1,
      default: 1,
      description:
        'How much of the free time of a day should be taken at most. More is taken only where work would otherwise be late.',
    },
    maxMinutesPerDay: {
      ...whole,
      minimum: 1,
      maximum: 1440,
      description: 'The most that somebody does of one task on a day.',
    },
  },
  required: ['start', 'end'],
};

export const startedSchema = shape({ id: whole, status: { const: 'queued' }, href: text });

const figures = shape({
  served: whole,
  unassigned: whole,
  km: number,
  travelHours: number,
  workHours: number,
  lateHours: number,
  overtimeHours: number,
  balance: {
    ...number,
    description: 'Hours of work, each weighed by how busy its resource is: the lower, the more even.',
  },
  unwanted: { ...whole, description: 'Visits by somebody who is not preferred.' },
  changed: { ...whole, description: 'Planned tasks that do not stay as they are.' },
  cost: { ...number, description: 'All of it by the objective: what is made small.' },
});

const standing = { resources: texts, start: moment, end: moment };
const move = shape({
  no: whole,
  action: { enum: ['assign', 'move', 'unassign'] },
  task: proposedTask,
  appointment: {
    oneOf: [{ type: 'null' }, shape({ appointmentGuid: text, appointmentNo: text, version: whole })],
    description: 'Null where it would be made.',
  },
  resources: texts,
  start: maybe,
  end: maybe,
  from: { oneOf: [{ type: 'null' }, shape(standing)] },
  gain: { ...number, description: 'What the plan costs more without this move, all others made.' },
  reason: text,
});

const proposal = shape({
  moves: { type: 'array', items: move },
  unassigned: { type: 'array', items: shape({ task: proposedTask, reasons: texts }) },
  before: figures,
  after: figures,
  travel: { enum: ['roads', 'mixed', 'estimate'], description: 'Where the ways come from.' },
  warnings: texts,
});

const progress = shape(
  {
    seconds: number,
    iterations: whole,
    objective: { ...number, description: 'The cost of the best so far.' },
    best: figures,
    threads: whole,
    stoppedBy: { enum: ['seconds', 'iterations', 'patience', 'cancel'] },
  },
  { required: ['seconds', 'iterations', 'objective', 'best', 'threads'] },
);

const run = {
  id: whole,
  kind: { enum: ['fieldService', 'professionalServices'] },
  status: { enum: ['queued', 'running', 'done', 'cancelled', 'failed'] },
  request: { type: 'object', description: 'As it was asked for, with what was left out.' },
  actor: text,
  progress: { oneOf: [{ type: 'null' }, progress] },
  reason: { type: ['string', 'null'], description: 'Why it has failed.' },
  createdAt: moment,
  startedAt: maybe,
  endedAt: maybe,
};

export const runListSchema = { type: 'array', items: shape(run) };

export const runSchema = {
  $id: 'Optimization',
  ...shape({
    ...run,
    history: {
      type: 'array',
      description: 'How the best became better.',
      items: shape({ seconds: number, objective: number }),
    },
    applied: { type: 'array', items: whole, description: 'Numbers of the moves that were applied.' },
    proposal: { oneOf: [{ type: 'null' }, proposal] },
  }),
};

export const applyBody = {
  type: 'object',
  properties: { moves: { type: 'array', items: whole, description: 'Numbers of moves; all when left out.' } },
};

export const applyAnswer = {
  applied: {
    type: 'array',
    items: shape({ no: whole, action: move.properties['action'], appointmentGuid: text }),
  },
  refused: {
    type: 'array',
    items: shape({ no: whole, action: move.properties['action'], reason: text }),
    description: 'Moves whose records have changed meanwhile, or whose time was taken.',
  },
  already: { type: 'array', items: whole, description: 'Moves that were applied before.' },
};

export const insertBody = {
  type: 'object',
  properties: {
    ...taskKeyProperties,
    start: { ...text, description: 'Now when left out.' },
    end: { ...text, description: 'The end of the second day after start when left out; at most 31 days after it.' },
    resources: { ...texts, description: 'ResourceNos; everybody who is shown to planners when left out.' },
    limit: { ...whole, minimum: 1, maximum: 50, default: 5 },
  },
  required: Object.keys(taskKeyProperties),
};

export const insertSchema = shape({
  places: {
    type: 'array',
    items: shape({
      resources: texts,
      start: moment,
      end: moment,
      cost: { ...number, description: 'What the plan costs more with it, its own worth aside.' },
      shifted: {
        type: 'array',
        description: 'Planned work of the resource that would start later.',
        items: shape({ task: proposedTask, appointmentGuid: text, resourceNo: text, from: moment, to: moment }),
      },
      displaced: {
        type: 'array',
        description: 'Planned work that matters less and would have to go.',
        items: shape({ task: proposedTask, appointmentGuid: text }),
      },
    }),
  },
  reasons: { ...texts, description: 'Why there is no place, where there is none.' },
  travel: proposal.properties['travel'],
  warnings: texts,
});
