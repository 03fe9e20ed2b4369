import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { addDays, dateOf, midnightOf } from '../dates/zone.ts';
import { useSession, zoneOf } from '../session/session.ts';

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** The day and the resource in the address of the page. */
export function useMapSearch() {
  const zone = zoneOf(useSession());
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { date?: unknown; resource?: unknown; pin?: unknown };
  const today = dateOf(zone, Date.now());
  const date = isDate(search.date) ? search.date : today;
  // The router parses a resource number such as 42 as a number.
  const resource = search.resource === undefined ? undefined : String(search.resource);
  const window = useMemo(
    () => ({ start: midnightOf(zone, date), end: midnightOf(zone, addDays(date, 1)) }),
    [zone, date],
  );
  const go = (next: { date?: string; resource?: string | undefined }): void =>
    void navigate({ to: '/map', search: { date, resource, ...next } as never, replace: true });
  const pin = typeof search.pin === 'string' ? search.pin : undefined;
  return { today, date, resource, pin, window, go };
}
