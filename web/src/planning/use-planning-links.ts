import { openDraft } from '../api/draft.ts';
import { addDays } from '../dates/zone.ts';
import { may } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import type { OpenTask } from './actions.ts';

/** The form of a run for the days that the board shows, in the draft that it shows. */
function optimizeAddress(from: string, days: number, draft: number | undefined): string {
  const window = new URLSearchParams({ start: from, end: addDays(from, days) });
  if (draft !== undefined) window.set('draft', String(draft));
  return `/app/optimization?${window}`;
}

/** Addresses of other screens; undefined where the tenant does not have the module, or the user may not use it. */
export function usePlanningLinks(from: string, days: number) {
  const session = useSession();
  const has = (module: string): boolean => session.tenant.modules.includes(module);
  return {
    hasMap: has('basicMap'),
    slotsOf:
      has('recommendation') && may(session, 'planning.findSlot')
        ? ({ sourceApp, sourceType, jobNo, taskNo }: OpenTask): string =>
            `/app/find-slot?${new URLSearchParams({ sourceApp, sourceType, jobNo, taskNo })}`
        : undefined,
    optimize:
      has('optimization') && may(session, 'planning.optimize') ? optimizeAddress(from, days, openDraft()) : undefined,
  };
}
