import { addDays } from '../dates/zone.ts';
import { useSession } from '../session/session.ts';
import type { OpenTask } from './actions.ts';

/** Addresses of other screens; undefined where the tenant does not have the module. */
export function usePlanningLinks(from: string, days: number) {
  const { tenant } = useSession();
  const has = (module: string): boolean => tenant.modules.includes(module);
  return {
    hasMap: has('basicMap'),
    slotsOf: has('recommendation')
      ? ({ sourceApp, sourceType, jobNo, taskNo }: OpenTask): string =>
          `/app/find-slot?${new URLSearchParams({ sourceApp, sourceType, jobNo, taskNo })}`
      : undefined,
    optimize: has('optimization')
      ? `/app/optimization?${new URLSearchParams({ start: from, end: addDays(from, days) })}`
      : undefined,
  };
}
