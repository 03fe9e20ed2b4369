import { type EntityModel, models } from './model.ts';

/** Records that are kept when they arrive before the record that they belong to: filter values, URIs and container memberships. */
export const partModels: readonly EntityModel[] = [...models.values()].filter(({ references }) =>
  references.some(({ reference }) => reference.missing === 'wait'),
);

const parts = new Set(partModels);
const awaited = new Set(
  partModels.flatMap(({ references }) =>
    references.filter(({ reference }) => reference.missing === 'wait').map(({ target }) => target),
  ),
);

export const isPart = (model: EntityModel): boolean => parts.has(model);

/** Whether parts may wait for records of this kind. */
export const isAwaited = (model: EntityModel): boolean => awaited.has(model);

/** Whether it belongs to a record with several names: of those only the GUID can be known before the record arrives. */
export const isNamedByGuid = (model: EntityModel): boolean => model.references[0]?.target.entity.identity !== undefined;

/** A record as a part that waits for it names it. */
export const awaitedName = (model: EntityModel, key: string): string => `${model.name}|${key}`;
export const guidName = (guid: string): string => `Appointment|appointmentGuid:${guid}`;
