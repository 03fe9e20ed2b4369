import { model as modelNamed } from '../../records/derive/model.ts';
import type { StoredRecord } from '../../records/storage/record-reads.ts';

type Kind = 'text' | 'number' | 'date' | 'moment' | 'boolean';

export interface CardColumn {
  readonly of: 'job' | 'task';
  readonly name: string;
  readonly kind: Kind;
  readonly value: string | number | boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  boolean: 'boolean',
  date: 'date',
  decimal: 'number',
  instant: 'moment',
  integer: 'number',
};
const MODELS = { job: 'Job', task: 'Task' } as const;

/** Columns with a value: an empty text, zero and false are what back offices send for none. */
export function columnsOf(
  of: 'job' | 'task',
  record: StoredRecord | undefined,
  names: readonly string[],
  zone: string,
): CardColumn[] {
  if (!record) return [];
  const model = modelNamed(MODELS[of]);
  return names.flatMap((name): CardColumn[] => {
    const { kind, spec } = model.column(name);
    const value = kind.show(record[name] ?? null, zone);
    if (value === null || value === '' || value === 0 || value === false) return [];
    return [{ of, name, kind: KINDS[spec.kind] ?? 'text', value: value as CardColumn['value'] }];
  });
}

const FREE = /^free(?:Text|Decimal|Date|Bit)\d+$/;

/** The names of the free fields of a record. */
export const freeNames = (of: 'job' | 'task'): string[] =>
  modelNamed(MODELS[of])
    .stored.map(({ property }) => property)
    .filter((name) => FREE.test(name));

/** Further columns that a planner looks for, in the order in which a card shows them. */
export const detailNames = {
  job: [
    'type',
    'name',
    'customerReference',
    'responsible',
    'creator',
    'creationDateTime',
    'language',
    'startDate',
    'endDate',
  ],
  task: [
    ...['status', 'type', 'name', 'locationDescription', 'percentDone', 'containerName'],
    ...['requestedStartDate', 'requestedStartTime', 'requestedEndDate', 'requestedEndTime'],
    ...['confirmedStartDate', 'confirmedEndDate', 'actualStartDate', 'actualEndDate'],
    ...['appointmentEarliestAllowed', 'appointmentLatestAllowed', 'deadLine'],
    ...['expectedResponseDateTime', 'actualResponseDateTime'],
    ...['serviceNo', 'serviceName', 'serviceSerialNo', 'serviceGroup', 'serviceClass'],
    ...['irisFault', 'irisSymptom', 'irisArea', 'irisReason', 'irisResolution', 'skill1', 'skill2', 'skill3'],
    ...['contractNo', 'contractType', 'contractDescription', 'contractStartDate', 'contractEndDate'],
    ...['partsWarrantyStartDate', 'partsWarrantyEndDate', 'laborWarrantyStartDate', 'laborWarrantyEndDate'],
  ],
} as const;
