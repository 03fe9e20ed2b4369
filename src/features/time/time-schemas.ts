import { exactly, text } from '../../platform/http/shapes.ts';
import { shownSchema } from '../../records/derive/json-schema.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { type NamedSchema, writeAnswerWith } from '../../records/routes/record-schemas.ts';

/** A record of registered time, which shows its id under the name that the interface gives it. */
function timeRead(name: string, idName: string, more: Record<string, unknown> = {}): NamedSchema {
  const { properties, required, ...rest } = shownSchema(modelNamed(name)) as { properties: object; required: string[] };
  return {
    $id: `${name}Read`,
    ...rest,
    properties: { [idName]: { type: 'integer' }, ...properties, ...more },
    required: [idName, ...required, ...Object.keys(more)],
  };
}

const claimedEntry = () => {
  const entry = timeRead('TimeEntry', 'timeEntryId', {
    sessions: {
      type: 'array',
      items: { $ref: 'TimeSessionRead#' },
      description: 'The sessions that the entry claims.',
    },
  });
  return { ...entry, $id: 'ClaimedTimeEntry' };
};

export const timeSchemas = (): NamedSchema[] => [
  timeRead('TimeEntry', 'timeEntryId'),
  timeRead('TimeSession', 'timeSessionId', {
    overlaps: { type: 'boolean', description: 'The session overlaps another session of its resource.' },
  }),
  claimedEntry(),
  writeAnswerWith('ClaimAnswer', { entries: { type: 'array', items: { $ref: 'ClaimedTimeEntry#' } } }),
  writeAnswerWith('ClockAnswer', { sessions: { type: 'array', items: { $ref: 'TimeSessionRead#' } } }),
];

/** The properties of a described record, in their order. */
export function columnsOf(name: string): string[] {
  const schema = timeSchemas().find(({ $id }) => $id === name) as { properties?: object } | undefined;
  return Object.keys(schema?.properties ?? {});
}

const seconds = { type: 'integer' };
const sums = {
  plannedInSeconds: { ...seconds, description: 'Time of appointments within the window.' },
  registeredInSeconds: { ...seconds, description: 'Time of entries of any status.' },
  entries: { type: 'integer' },
};
/** Rows of GET /timeEntry/summary. */
export const summarySchemas = {
  resource: exactly({ resourceNo: text, ...sums }),
  task: exactly({ sourceApp: text, sourceType: text, jobNo: text, taskNo: text, ...sums }),
  day: exactly({ date: { type: 'string', format: 'date' }, ...sums }),
  status: exactly({
    status: { enum: [0, 1, 2, 3, 4, 5] },
    registeredInSeconds: sums.registeredInSeconds,
    entries: sums.entries,
  }),
};

/** A day of a resource. */
export const missingTimeSchema = exactly({
  resourceNo: text,
  date: { type: 'string', format: 'date' },
  workingInSeconds: { ...seconds, description: 'Working time from the calendar.' },
  workInSeconds: { ...seconds, description: 'Stopped work sessions that started on that day.' },
  travelInSeconds: seconds,
  waitingInSeconds: seconds,
  registeredInSeconds: sums.registeredInSeconds,
  unclaimedInSeconds: { ...seconds, description: 'Part of workInSeconds that no entry claims yet.' },
  missingInSeconds: { ...seconds, description: 'Working time that is not registered.' },
});
