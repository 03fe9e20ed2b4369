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
