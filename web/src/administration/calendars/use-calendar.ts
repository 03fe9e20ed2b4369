import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useNotify } from '../../kit/use-notify.ts';
import { type Calendar, type CalendarRules, parseCalendars } from './calendar.ts';
import { useCalendarTexts } from './texts.ts';

export const calendarsQuery = queryOptions({
  queryKey: ['administration', 'calendar'],
  queryFn: async () => parseCalendars(await api.get('/calendar', { query: { sort: 'code' } })),
});

export type CalendarChange = Partial<CalendarRules> & {
  readonly name?: string | null;
  readonly parentCode?: string | null;
  readonly default?: boolean;
  readonly hoursPerDay?: number;
};

/** Updates a calendar, unless somebody else has changed it. Returns true when it was stored. */
export function useCalendarSave(calendar: Calendar): (change: CalendarChange) => Promise<boolean> {
  const texts = useCalendarTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  return async (change) => {
    try {
      await api.post('/calendar', { body: { code: calendar.code, ...change }, version: calendar.version });
      notify.success(texts.saved);
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: ['administration'] });
    }
  };
}
