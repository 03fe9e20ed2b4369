import { moment, text, texts, whole } from '../../platform/http/shapes.ts';

/** What the routes of the optimizer return, for the API description. */
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
const proposedTask = shape({ ...taskKeyProperties, shortDescription: text });

export const startedSchema = shape({ id: whole, status: { const: 'queued' }, href: text });

const figureProperties = {
  served: whole,
  unassigned: whole,
  km: number,
  travelHours: number,
  workHours: number,
  lateHours: number,
  overtimeHours: number,
  workingHours: {
    ...number,
    description:
      'Hours from the first departure of each day to the last return, waiting included. Missing in runs of earlier versions.',
  },
  balance: {
    ...number,
    description: 'Hours of work, weighted by the load of the resource: the lower, the more even.',
  },
  unwanted: { ...whole, description: 'Visits by resources that are not preferred.' },
  changed: { ...whole, description: 'Planned tasks that change.' },
  cost: { ...number, description: 'Weighted total of the objective, which the solver minimizes.' },
};
const figures = shape(figureProperties, {
  required: Object.keys(figureProperties).filter((name) => name !== 'workingHours'),
});

const standing = { resources: texts, start: moment, end: moment };
const move = shape({
  no: whole,
  action: { enum: ['assign', 'move', 'unassign'] },
  task: proposedTask,
  appointment: {
    oneOf: [{ type: 'null' }, shape({ appointmentGuid: text, appointmentNo: text, version: whole })],
    description: 'Null for a new appointment.',
  },
  resources: texts,
  start: maybe,
  end: maybe,
  from: { oneOf: [{ type: 'null' }, shape(standing)] },
  gain: { ...number, description: 'Extra cost of the plan without this move, with all others applied.' },
  savedKm: { ...number, description: 'Travel that the move saves; negative if it costs travel.' },
  savedMinutes: { ...whole, description: 'Travel time that the move saves; negative if it costs travel time.' },
  needs: {
    type: 'array',
    items: whole,
    description: 'Moves that must be applied together with this one: their tasks are where this one goes.',
  },
  reason: text,
});

const proposal = shape({
  moves: { type: 'array', items: move },
  unassigned: { type: 'array', items: shape({ task: proposedTask, reasons: texts }) },
  unqualified: {
    type: 'array',
    description: 'Planned tasks that stay with a resource that lacks a skill or certificate, or must not do them.',
    items: shape({
      task: proposedTask,
      appointmentNo: text,
      start: moment,
      resourceNo: { type: ['string', 'null'] },
      resourceName: { type: ['string', 'null'] },
      message: text,
    }),
  },
  stops: {
    type: 'array',
    description: 'Time that the plan keeps for breaks and refills, on days with work. A refill has no name.',
    items: shape({ kind: { enum: ['break', 'refill'] }, resourceNo: text, name: text, start: moment, end: moment }),
  },
  before: figures,
  after: figures,
  travel: { enum: ['roads', 'mixed', 'estimate'], description: 'Source of the travel times.' },
  estimated: {
    type: 'boolean',
    description: 'Whether travel times are estimated from the straight line, or some of them.',
  },
  warnings: texts,
});

const progress = shape(
  {
    seconds: number,
    iterations: whole,
    objective: { ...number, description: 'Cost of the best plan so far.' },
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
  request: { type: 'object', description: 'The request, completed with defaults.' },
  actor: text,
  draft: {
    type: ['integer', 'null'],
    description: 'The draft in which the run was started; null for the plan.',
  },
  progress: { oneOf: [{ type: 'null' }, progress] },
  reason: { type: ['string', 'null'], description: 'Why the run failed.' },
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
      description: 'How the cost of the best plan decreased.',
      items: shape({ seconds: number, objective: number }),
    },
    applied: { type: 'array', items: whole, description: 'Numbers of the applied moves.' },
    proposal: { oneOf: [{ type: 'null' }, proposal] },
  }),
};

export const applyAnswer = {
  applied: {
    type: 'array',
    items: shape({ no: whole, action: move.properties['action'], appointmentGuid: text }),
  },
  refused: {
    type: 'array',
    items: shape({ no: whole, action: move.properties['action'], reason: text }),
    description: 'Moves whose records have changed, or whose time was taken.',
  },
  already: { type: 'array', items: whole, description: 'Moves that were applied earlier.' },
};

export const insertSchema = shape({
  places: {
    type: 'array',
    items: shape({
      resources: texts,
      start: moment,
      end: moment,
      cost: { ...number, description: 'Extra cost of the plan with this task.' },
      shifted: {
        type: 'array',
        description: 'Planned work of the resource that would be delayed.',
        items: shape({ task: proposedTask, appointmentGuid: text, resourceNo: text, from: moment, to: moment }),
      },
      displaced: {
        type: 'array',
        description: 'Planned work of lower importance that would be removed.',
        items: shape({ task: proposedTask, appointmentGuid: text }),
      },
    }),
  },
  reasons: { ...texts, description: 'Why there is no insertion point, if there is none.' },
  travel: proposal.properties['travel'],
  estimated: proposal.properties['estimated'],
  warnings: texts,
});
