import { shownSchema } from '../../records/derive/json-schema.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import type { NamedSchema } from '../../records/routes/record-schemas.ts';

const names = {
  resourceName: { type: 'string', description: 'Display name of the resource.' },
  teamCode: { type: ['string', 'null'] },
  teamName: { type: ['string', 'null'] },
  days: { type: 'number', description: 'Working days of the calendar, with halves.' },
};

export function absenceSchema(): NamedSchema {
  const { properties, required, ...rest } = shownSchema(modelNamed('Absence')) as {
    properties: object;
    required: string[];
  };
  return {
    $id: 'AbsenceRead',
    ...rest,
    properties: { ...properties, ...names },
    required: [...required, ...Object.keys(names)],
  };
}

export const absenceColumns = (): string[] =>
  Object.keys((absenceSchema() as unknown as { properties: object }).properties);
