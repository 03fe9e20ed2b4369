import { worded } from '../dates/worded.ts';

/** Mon 12 Oct 2026. Days of a series are local dates and are not converted. */
export const dayText = (locale: string, date: string): string => worded('shortDate', locale, date);
