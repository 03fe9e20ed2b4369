import { recordKey } from './record-key.ts';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a text may mean as the name of an appointment, likeliest first. A number of eight digits is possible, so digits may be either. */
export function appointmentNames(text: string): string[] {
  if (GUID.test(text.trim())) return [`appointmentGuid:${text.trim().toLowerCase()}`];
  const no = `appointmentNo:${recordKey([text])}`;
  return /^\d{1,15}$/.test(text.trim()) ? [no, `appointmentId:${Number(text)}`] : [no];
}
