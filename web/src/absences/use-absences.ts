import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { formatIn } from '../dates/format.ts';
import { useLocale } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { type Absence, daysText } from './absence.ts';
import { useAbsenceTexts } from './texts.ts';

export const ownAbsences = (resourceNo: string) =>
  queryOptions({
    queryKey: ['absences', 'own', resourceNo],
    queryFn: ({ signal }) => api.get('/absence', { query: { resourceNo }, signal }),
  });

export const openRequests = () =>
  queryOptions({
    queryKey: ['absences', 'open'],
    queryFn: ({ signal }) => api.get('/absence', { query: { status: 0 }, signal }),
  });

export const absenceYear = (year: number) =>
  queryOptions({
    queryKey: ['absences', 'year', year],
    queryFn: ({ signal }) => api.get('/absence/overview', { query: { year }, signal }),
  });

export const appointmentsWithin = (externalId: string) =>
  queryOptions({
    queryKey: ['absences', 'appointments', externalId],
    queryFn: ({ signal }) => api.get('/absence/{externalId}/appointments', { path: { externalId }, signal }),
  });

type Decision = 'approved' | 'rejected' | 'withdrawn' | 'cancelled';

/** Decides on an absence, and shows why that was refused. True when it was done. */
export function useDecision(): (absence: Absence, status: Decision, comment?: string) => Promise<boolean> {
  const queries = useQueryClient();
  const notify = useNotify();
  const texts = useAbsenceTexts();
  return async ({ externalId }, status, comment) => {
    try {
      const body = { status, ...(comment === undefined || comment === '' ? {} : { comment }) };
      await api.post('/absence/{externalId}/decision', { path: { externalId }, body });
      const names = { approved: 1, rejected: 2, withdrawn: 3, cancelled: 4 } as const;
      notify.success(texts.statuses[names[status]] ?? '');
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: ['absences'] });
    }
  };
}

/** Dates have no zone: they are shown as they are written. */
export function useDayTexts(): { readonly of: (absence: Absence) => string; readonly count: (days: number) => string } {
  const { locale } = useLocale();
  const texts = useAbsenceTexts();
  const format = formatIn('UTC', locale);
  return {
    of: (absence) => daysText(absence, (day) => format.date(day), texts),
    count: (days) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(days),
  };
}
