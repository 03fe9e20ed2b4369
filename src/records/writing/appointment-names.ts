import { recordKey } from './record-key.ts';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export interface AppointmentName {
  readonly way: 'appointmentGuid' | 'appointmentNo' | 'appointmentId';
  readonly value: string;
}

/** What a text may mean as the name of an appointment, likeliest first. A number of eight digits is possible, so digits may be either. */
export function appointmentNames(text: string): AppointmentName[] {
  const name = text.trim();
  if (GUID.test(name)) return [{ way: 'appointmentGuid', value: name.toLowerCase() }];
  const no: AppointmentName = { way: 'appointmentNo', value: name };
  return /^\d{1,15}$/.test(name) ? [no, { way: 'appointmentId', value: String(Number(name)) }] : [no];
}

/** As calls spell the record that they name. */
export const spelledNames = (text: string): string[] =>
  appointmentNames(text).map(({ way, value }) => `${way}:${recordKey([value])}`);
